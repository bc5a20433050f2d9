import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './root.js'

const SUITE = join(ROOT, 'test/blackbox/suite')
const BROKEN = /^could not go on: /m

export type Suite = 'cases' | 'senders' | 'bad-inputs' | 'formats'

/** Groups that the runner makes itself. */
const OWN_GROUPS: Partial<Record<Suite, readonly string[]>> = {
  formats: ['suffix', 'signature', 'thing', 'mentions'],
}

export interface CaseResult {
  readonly suite: string
  readonly group: string
  readonly name: string
  readonly ok: boolean
  readonly failures: readonly string[]
}

export interface SuiteRun {
  readonly results: readonly CaseResult[]
  /** Names of cases whose needs the server does not meet. */
  readonly skipped: readonly string[]
}

/** A failure that is known, and why it is one. */
export interface Expected {
  readonly suite: string
  readonly name: string
  readonly reason: string
}

export interface ExpectedFailures {
  readonly groups: readonly Expected[]
  readonly names: readonly Expected[]
}

/** The groups of a suite. */
export function groupsOf(suite: Suite): readonly string[] {
  const entries =
    suite === 'bad-inputs'
      ? [readEntries(join(SUITE, 'bad-inputs.json'))]
      : readdirSync(join(SUITE, suite))
          .filter((file) => file.endsWith('.json'))
          .map((file) => readEntries(join(SUITE, suite, file)))
  const groups = entries
    .flat()
    .map(({ group, family, category, format }) => group ?? family ?? category ?? format)
  return [...new Set(groups.filter((group) => group !== undefined)), ...(OWN_GROUPS[suite] ?? [])]
}

interface Entry {
  readonly group?: string
  readonly family?: string
  readonly category?: string
  readonly format?: string
}

function readEntries(file: string): readonly Entry[] {
  const content = JSON.parse(readFileSync(file, 'utf8')) as Entry | Entry[]
  return Array.isArray(content) ? content : [content]
}

export function expectedFailures(): ExpectedFailures {
  const file = join(ROOT, 'test/blackbox/expected-failures.json')
  return JSON.parse(readFileSync(file, 'utf8')) as ExpectedFailures
}

/** What the checks are run against. */
export interface CheckedHost {
  readonly url: string
  readonly adminPassword: string
}

/** Runs a suite, or the cases of some groups, in one process. Throws unless it came to its end. */
export async function runSuite(
  { url, adminPassword }: CheckedHost,
  suite: Suite,
  groups: readonly string[] | null = null,
): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'blackbox-'))
  try {
    const file = join(folder, 'results.json')
    const options = ['--url', url, '--admin', `admin:${adminPassword}`, '--json', file]
    const cases = groups === null ? SUITE : await linkCases(folder, groups)
    const output = await run([
      join(SUITE, 'run.mjs'),
      ...options,
      '--only',
      suite,
      '--cases',
      cases,
    ])
    // After 'could not go on' the results are those of a part of the suite.
    if (!/\d+ passed, \d+ failed(, \d+ skipped)?\s*$/.test(output) || BROKEN.test(output)) {
      throw new Error(`the checks did not come to their end:\n${output.slice(-2000)}`)
    }
    return JSON.parse(await readFile(file, 'utf8')) as SuiteRun
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A folder that has the cases of these groups alone: the runner's option takes one group. */
async function linkCases(folder: string, groups: readonly string[]): Promise<string> {
  await mkdir(join(folder, 'cases'))
  for (const group of groups) {
    const file = join('cases', `${group}.json`)
    await symlink(join(SUITE, file), join(folder, file))
  }
  return folder
}

function run(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const abandon = () => child.kill('SIGKILL')
    process.once('exit', abandon)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    child.once('error', reject)
    child.once('close', () => {
      process.off('exit', abandon)
      resolve(output)
    })
  })
}

/** What is wrong with the results of a group, one line each: failures nobody expects, expectations that passed. */
export function verdict(results: readonly CaseResult[], expected: ExpectedFailures): string[] {
  const isExpected = ({ suite, name, group }: CaseResult) =>
    expected.names.some((entry) => entry.suite === suite && entry.name === name) ||
    expected.groups.some((entry) => entry.suite === suite && entry.name === group)
  const failed = results.filter(({ ok }) => !ok)
  const unexpected = failed
    .filter((result) => !isExpected(result))
    .map(({ name, failures }) => `${name}: ${failures.join(' | ')}`)
  const passedNames = expected.names
    .filter(({ suite, name }) => results.some((r) => r.suite === suite && r.name === name && r.ok))
    .map(({ name }) => `${name} passes; take it off the list of expected failures`)
  const passedGroups = expected.groups
    .filter(({ suite, name }) => {
      const group = results.filter((r) => r.suite === suite && r.group === name)
      return group.length > 0 && group.every(({ ok }) => ok)
    })
    .map(({ name }) => `all of ${name} passes; take it off the list of expected failures`)
  return [...unexpected, ...passedNames, ...passedGroups]
}

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

/** What is wrong with results, one line each. */
export function faultsIn(results: readonly CaseResult[]): string[] {
  return results
    .filter(({ ok }) => !ok)
    .map(({ name, failures }) => `${name}: ${failures.join(' | ')}`)
}

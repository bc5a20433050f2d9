import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../support/root.js'

const SUITE = join(ROOT, 'test/blackbox/suite')
const BROKEN = /^could not go on: /m

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

/** The groups of each suite, in the order in which they run. */
export function groupsOf(suite: 'cases' | 'senders' | 'bad-inputs'): string[] {
  const entries =
    suite === 'bad-inputs'
      ? [readEntries(join(SUITE, 'bad-inputs.json'))]
      : readdirSync(join(SUITE, suite))
          .filter((file) => file.endsWith('.json'))
          .map((file) => readEntries(join(SUITE, suite, file)))
  const groups = entries.flat().map(({ group, family, category }) => group ?? family ?? category)
  return [...new Set(groups.filter((group) => group !== undefined))]
}

interface Entry {
  readonly group?: string
  readonly family?: string
  readonly category?: string
}

function readEntries(file: string): Entry[] {
  const content = JSON.parse(readFileSync(file, 'utf8')) as Entry | Entry[]
  return Array.isArray(content) ? content : [content]
}

export function expectedFailures(): ExpectedFailures {
  const file = join(ROOT, 'test/blackbox/expected-failures.json')
  return JSON.parse(readFileSync(file, 'utf8')) as ExpectedFailures
}

/** Runs one suite against a server, or one group of it. Throws unless it came to its end. */
export async function runSuite(
  url: string,
  password: string,
  suite: string,
  group?: string,
): Promise<SuiteRun> {
  const only = group === undefined ? [] : ['--group', group]
  return runWith(url, password, ['--only', suite, ...only])
}

/** Runs these groups of `cases` together: the accounts of the cases sign in only once. */
export async function runGroups(
  url: string,
  password: string,
  groups: readonly string[],
): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'cases-'))
  try {
    await mkdir(join(folder, 'cases'))
    for (const group of groups) {
      const file = `cases/${group}.json`
      await copyFile(join(SUITE, file), join(folder, file))
    }
    return await runWith(url, password, ['--only', 'cases', '--cases', folder])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function runWith(url: string, password: string, which: readonly string[]): Promise<SuiteRun> {
  const folder = await mkdtemp(join(tmpdir(), 'blackbox-'))
  const file = join(folder, 'results.json')
  const options = ['--url', url, '--admin', `admin:${password}`, '--json', file]
  const output = await run([join(SUITE, 'run.mjs'), ...options, ...which])
  try {
    // After 'could not go on' the results are those of a part of the suite.
    if (!/\d+ passed, \d+ failed(, \d+ skipped)?\s*$/.test(output) || BROKEN.test(output)) {
      throw new Error(`the checks did not come to their end:\n${output.slice(-2000)}`)
    }
    return JSON.parse(await readFile(file, 'utf8')) as SuiteRun
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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

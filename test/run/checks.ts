import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { env } from 'node:process'
import { ROOT } from '../support/root.js'
import { NOTHING_RAN, skippedIn } from '../support/skipped.js'

/** What is checked beside the tests, by a program of its own. */
export interface Check {
  readonly name: string
  /** Flags for Node, a module, and its arguments. */
  readonly command: readonly string[]
  /** It prints hints about its own settings, and succeeds. */
  readonly mustBeSilent?: boolean
  /** It writes the declarations: while its process, TEST_TYPES, runs, tests wait for them. */
  readonly declares?: boolean
}

export interface CheckReport {
  readonly name: string
  readonly seconds: number
  /** Skipped if nothing of it ran. */
  readonly result: 'passed' | 'failed' | 'skipped'
  /** Parts that did not run, with the reasons. */
  readonly skipped: readonly string[]
  readonly output: string
}

/** Fewer collections of short-lived objects: saves a tenth of the time. */
const MUCH_YOUNG_MEMORY = '--max-semi-space-size=64'

// The types come first, because some tests wait for the declarations.
export const CHECKS: readonly Check[] = [
  {
    name: 'types',
    command: [MUCH_YOUNG_MEMORY, join(ROOT, 'dist/build/types.js')],
    declares: true,
  },
  { name: 'lint', command: [programOf('oxlint', 'bin/oxlint')] },
  { name: 'format', command: [programOf('oxfmt', 'bin/oxfmt'), '--list-different'] },
]

/** Unused files, exports and dependencies harm nobody at once, and to find them takes as long as to lint. */
export const UNUSED: Check = {
  name: 'unused',
  command: [programOf('knip', 'bin/knip.js'), '--no-progress'],
  mustBeSilent: true,
}

/** What a whole search runs behind the tests: each has tests that do a small part of it. */
export const PROGRAMS: readonly Check[] = [
  { name: 'benchmark', command: [join(ROOT, 'dist/bench/run.js'), '--short', '--check'] },
  { name: 'consumers', command: [join(ROOT, 'dist/test/consumers/run.js')] },
  { name: 'drivers', command: [join(ROOT, 'dist/test/consumers/drivers.js')] },
  { name: 'versions of Node', command: [join(ROOT, 'dist/test/consumers/nodes.js')] },
  { name: 'faults', command: [join(ROOT, 'dist/test/faults/run.js'), '--allow-missing'] },
]

/** Runs them one after another: the tests have the rest of the machine. */
export function runChecks(checks: readonly Check[]): Promise<readonly CheckReport[]> {
  return oneByOne(checks, async (check) => {
    const report = await runCheck(check)
    if (report.result === 'failed') console.log(`FAILED ${report.name}: more at the end`)
    return report
  })
}

/** Runs them one after another, and passes on what they print while they do. */
export function runPrograms(programs: readonly Check[]): Promise<readonly CheckReport[]> {
  return oneByOne(programs, async (program) => {
    console.log(`\n${program.name}`)
    const report = await runCheck(program, (text) => process.stdout.write(text))
    return { ...report, output: 'see above' }
  })
}

async function oneByOne(
  checks: readonly Check[],
  runOne: (check: Check) => Promise<CheckReport>,
): Promise<readonly CheckReport[]> {
  const reports: CheckReport[] = []
  for (const check of checks) reports.push(await runOne(check))
  return reports
}

/** Passes on to `hear` what it prints. */
export async function runCheck(
  { name, command, mustBeSilent = false, declares = false }: Check,
  hear: (text: string) => void = () => undefined,
): Promise<CheckReport> {
  const began = performance.now()
  const child = spawn(process.execPath, [...command], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (declares) env['TEST_TYPES'] = String(child.pid)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output.push(text)
      hear(text)
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = (performance.now() - began) / 1000
  const printed = output.join('')
  const isPassed = code === 0 && !(mustBeSilent && printed !== '')
  const result = code === NOTHING_RAN ? 'skipped' : isPassed ? 'passed' : 'failed'
  return { name, seconds, result, skipped: skippedIn(printed), output: printed }
}

function programOf(name: string, path: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return join(dirname(manifest), path)
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ROOT } from '../support/root.js'

/** What is checked beside the tests, by a program of its own. */
export interface Check {
  readonly name: string
  /** A module for Node, and its arguments. */
  readonly command: readonly string[]
  /** It prints hints about its own settings, and succeeds. */
  readonly mustBeSilent?: boolean
}

export interface CheckReport {
  readonly name: string
  readonly seconds: number
  readonly isPassed: boolean
  readonly output: string
}

// The types come first, because some tests wait for the declarations.
export const CHECKS: readonly Check[] = [
  { name: 'types and lint', command: [join(ROOT, 'dist/build/types.js'), '--lint'] },
  {
    name: 'format',
    command: [
      programOf('prettier', 'bin/prettier.cjs'),
      '.',
      '--check',
      '--log-level=warn',
      '--cache',
      '--cache-strategy=content',
    ],
  },
]

/** Unused files, exports and dependencies harm nobody at once, and to find them takes as long as to lint. */
export const UNUSED: Check = {
  name: 'unused',
  command: [programOf('knip', 'bin/knip.js'), '--no-progress'],
  mustBeSilent: true,
}

/** Runs them one after another: the tests have the rest of the machine. */
export async function runChecks(checks: readonly Check[]): Promise<readonly CheckReport[]> {
  const reports: CheckReport[] = []
  for (const check of checks) {
    const report = await run(check)
    if (!report.isPassed) console.log(`\n${report.name} failed:\n${report.output}`)
    reports.push(report)
  }
  return reports
}

async function run({ name, command, mustBeSilent = false }: Check): Promise<CheckReport> {
  const began = performance.now()
  const child = spawn(process.execPath, [...command], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  }
  const [code] = (await once(child, 'close')) as [number | null]
  const seconds = (performance.now() - began) / 1000
  const isPassed = code === 0 && !(mustBeSilent && output.length > 0)
  return { name, seconds, isPassed, output: output.join('') }
}

function programOf(name: string, path: string): string {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return join(dirname(manifest), path)
}

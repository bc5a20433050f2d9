import Mocha from 'mocha'
import type { CheckReport } from './checks.js'
import type { TestsReport } from './run-files.js'

const SLOWEST = 10

/** What a run says at its end: the failures, the slowest files, the checks, and in the last line the numbers. Returns how
 * many failed. */
export function printSummary(tests: TestsReport, checks: readonly CheckReport[]): number {
  const failedChecks = checks.filter(({ isPassed }) => !isPassed)
  if (tests.failures.length > 0) Mocha.reporters.Base.list([...tests.failures])
  for (const { name, output } of failedChecks) console.log(`\n${name}:\n${output}`)
  console.log('\nthe slowest files')
  const slowest = [...tests.files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  for (const { path, seconds } of slowest) console.log(row(seconds, path))
  if (checks.length > 0) console.log('\nthe checks')
  for (const { name, seconds, isPassed } of checks) {
    console.log(row(seconds, isPassed ? name : `${name}: FAILED`))
  }
  const pending = tests.pending === 0 ? '' : `${tests.pending} pending, `
  const failed = tests.failures.length + failedChecks.length
  console.log(
    `\n${pending}${tests.passed + checks.length - failedChecks.length} passed, ${failed} failed`,
  )
  return failed
}

function row(seconds: number, what: string): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${what}`
}

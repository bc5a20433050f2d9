import Mocha from 'mocha'
import type { CheckReport } from './checks.js'
import type { TestsReport } from './run-files.js'

const SLOWEST = 10

/** Prints what a run has come to, the failures first. Returns how many failed. */
export function printSummary(tests: TestsReport, checks: readonly CheckReport[]): number {
  if (tests.failures.length > 0) Mocha.reporters.Base.list([...tests.failures])
  console.log(summaryOf(tests, checks).join('\n'))
  return failuresOf(tests, checks)
}

/** The checks that failed, the slowest files, all checks, and in the last line the numbers. */
export function summaryOf(tests: TestsReport, checks: readonly CheckReport[]): readonly string[] {
  const failedChecks = checks.filter(({ isPassed }) => !isPassed)
  const slowest = [...tests.files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const times = checks.map(({ name, seconds, isPassed }) =>
    row(seconds, isPassed ? name : `${name}: FAILED`),
  )
  const passed = tests.passed + checks.length - failedChecks.length
  const pending = tests.pending === 0 ? '' : `${tests.pending} pending, `
  return [
    ...(tests.crashes === 0 ? [] : [`\nworkers that ended with an error: ${tests.crashes}`]),
    ...failedChecks.map(({ name, output }) => `\n${name}:\n${output}`),
    '\nthe slowest files',
    ...slowest.map(({ path, seconds }) => row(seconds, path)),
    ...(checks.length === 0 ? [] : ['\nthe checks', ...times]),
    `\n${pending}${passed} passed, ${failuresOf(tests, checks)} failed`,
  ]
}

function failuresOf(tests: TestsReport, checks: readonly CheckReport[]): number {
  return tests.failures.length + tests.crashes + checks.filter(({ isPassed }) => !isPassed).length
}

function row(seconds: number, what: string): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${what}`
}

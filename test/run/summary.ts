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

/** The checks that failed, the slowest files, all checks, what they skipped, and in the last line the numbers. */
export function summaryOf(tests: TestsReport, checks: readonly CheckReport[]): readonly string[] {
  const slowest = [...tests.files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  const times = checks.map((check) => row(check.seconds, verdictOf(check)))
  const skipped = checks.flatMap(({ name, skipped: parts }) =>
    parts.map((part) => `${name}: ${part}`),
  )
  const counts = [
    [skipped.length, 'skipped'],
    [tests.pending, 'pending'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}, `]))
  const passed = tests.passed + withResult(checks, 'passed').length
  return [
    ...(tests.crashes === 0 ? [] : [`\nworkers that ended with an error: ${tests.crashes}`]),
    ...withResult(checks, 'failed').map(({ name, output }) => `\n${name}:\n${output}`),
    '\nthe slowest files',
    ...slowest.map(({ path, seconds }) => row(seconds, path)),
    ...(checks.length === 0 ? [] : ['\nthe checks', ...times]),
    ...(skipped.length === 0 ? [] : ['\nskipped', ...skipped]),
    `\n${counts.join('')}${passed} passed, ${failuresOf(tests, checks)} failed`,
  ]
}

function failuresOf(tests: TestsReport, checks: readonly CheckReport[]): number {
  return tests.failures.length + tests.crashes + withResult(checks, 'failed').length
}

function withResult(
  checks: readonly CheckReport[],
  result: CheckReport['result'],
): readonly CheckReport[] {
  return checks.filter((check) => check.result === result)
}

function verdictOf({ name, result, skipped }: CheckReport): string {
  if (result !== 'passed') return `${name}: ${result.toUpperCase()}`
  return skipped.length === 0 ? name : `${name}, without ${skipped.length} skipped`
}

function row(seconds: number, what: string): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${what}`
}

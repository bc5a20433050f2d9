import { expect } from 'chai'
import Mocha from 'mocha'
import type { CheckReport } from './checks.js'
import type { TestsReport } from './run-files.js'
import { summaryOf } from './summary.js'

const GREEN: TestsReport = { passed: 12, pending: 0, failures: [], crashes: 0, files: [] }
const LINT: CheckReport = { name: 'lint', seconds: 3, result: 'passed', skipped: [], output: '' }
const BROKEN: CheckReport = { ...LINT, result: 'failed', output: 'one.ts 1:1 error' }

const printed = (tests: TestsReport, checks: readonly CheckReport[] = []): string =>
  summaryOf(tests, checks).join('\n')

describe('the summary of a run', () => {
  it('ends with how many tests and checks passed and failed', () => {
    const red = { ...GREEN, failures: [new Mocha.Test('adds')] }
    expect(printed(GREEN)).to.match(/\n12 passed, 0 failed$/)
    expect(printed(GREEN, [LINT])).to.match(/\n13 passed, 0 failed$/)
    expect(printed(red, [LINT, BROKEN])).to.match(/\n13 passed, 2 failed$/)
    expect(printed({ ...GREEN, pending: 2 })).to.match(/\n2 pending, 12 passed, 0 failed$/)
  })

  it('counts a worker that ended with an error as a failure', () => {
    expect(printed({ ...GREEN, crashes: 1 }))
      .to.include('ended with an error: 1')
      .and.to.match(/\n12 passed, 1 failed$/)
  })

  it('names a check that failed, and says what it found', () => {
    expect(printed(GREEN, [BROKEN]))
      .to.include('lint: FAILED')
      .and.to.include(BROKEN.output)
    expect(printed(GREEN, [LINT])).to.not.include('FAILED')
  })

  it('does not count as passed what was skipped, and says why it was', () => {
    const faults: CheckReport = { ...LINT, name: 'faults', skipped: ['disks: strace is missing'] }
    const drivers: CheckReport = { ...faults, name: 'drivers', result: 'skipped' }
    expect(printed(GREEN, [faults]))
      .to.include('faults, without 1 skipped')
      .and.to.match(
        /\nskipped\nfaults: disks: strace is missing\n\n1 skipped, 13 passed, 0 failed$/,
      )
    expect(printed(GREEN, [drivers]))
      .to.include('drivers: SKIPPED')
      .and.to.match(/\n1 skipped, 12 passed, 0 failed$/)
  })

  it('names the ten slowest files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, seconds) => ({ path: `file-${seconds}`, seconds }))
    expect(printed({ ...GREEN, files }).match(/file-\d+/g)).to.deep.equal(
      Array.from({ length: 10 }, (_, number) => `file-${11 - number}`),
    )
  })
})

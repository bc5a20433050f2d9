import { expect } from 'chai'
import { NOTHING_RAN, skippedLine } from '../support/skipped.js'
import { type Check, type CheckReport, runCheck } from './checks.js'

const SKIPS = `console.log(${JSON.stringify(skippedLine('disks', 'strace is missing\nat a place'))})`

const CASES: readonly (readonly [
  what: string,
  check: Omit<Check, 'name' | 'command'> & { readonly program: string },
  expected: Pick<CheckReport, 'result' | 'skipped'>,
])[] = [
  ['has passed if it ends with 0', { program: '' }, { result: 'passed', skipped: [] }],
  [
    'has failed if it ends with anything else',
    { program: 'process.exit(2)' },
    { result: 'failed', skipped: [] },
  ],
  [
    'has failed if it is killed',
    { program: `process.kill(process.pid, 'SIGKILL')` },
    { result: 'failed', skipped: [] },
  ],
  [
    'has failed if it must be silent and is not',
    { program: 'console.log(1)', mustBeSilent: true },
    { result: 'failed', skipped: [] },
  ],
  [
    'has passed without the parts that it skipped',
    { program: SKIPS },
    { result: 'passed', skipped: ['disks: strace is missing'] },
  ],
  [
    'was skipped if nothing of it ran',
    { program: `${SKIPS}; process.exit(${NOTHING_RAN})` },
    { result: 'skipped', skipped: ['disks: strace is missing'] },
  ],
]

describe('a program that runs beside the tests', () => {
  for (const [what, { program, ...options }, expected] of CASES) {
    it(what, async () => {
      const check = { name: 'a check', command: ['--eval', program], ...options }
      const report = await runCheck(check)
      expect(report).to.include({ name: 'a check', result: expected.result })
      expect(report.skipped).to.deep.equal(expected.skipped)
    })
  }
})

import { expect } from 'chai'
import {
  type CaseResult,
  type CheckedHost,
  faultsIn,
  groupsOf,
  runSuite,
  type Suite,
  type SuiteRun,
} from '../support/suite-run.js'

const CALLED: Readonly<Record<Suite, string>> = {
  cases: 'cases',
  senders: 'recorded requests',
  'bad-inputs': 'bad inputs',
  formats: 'checks',
}

export interface SuiteOptions {
  readonly suite: Suite
  /** Groups of the cases. Without them the whole suite is run. */
  readonly groups?: readonly string[]
  readonly start: () => Promise<CheckedHost & { stop(): Promise<void> }>
  /** Results that are not judged. */
  readonly isByChance?: (result: CaseResult) => boolean
}

/** Webhooks of these cases post by themselves after a minute, so into the channel of another case. */
const APART: readonly string[] = ['expect-every']

/** A host that is checked takes a minute for a suite, and several where other tests run beside it. */
const PATIENCE_MS = 900_000

/** Tests that hosts pass all cases; or every other group of them, so that two share the time. */
export function describeCases({
  half,
  ...options
}: Omit<SuiteOptions, 'suite' | 'groups'> & { readonly half?: 0 | 1 }): void {
  const all = groupsOf('cases').filter((_, at) => half === undefined || at % 2 === half)
  const together = all.filter((group) => !APART.includes(group))
  const apart = all.filter((group) => APART.includes(group))
  for (const groups of [together, apart].filter(({ length }) => length > 0)) {
    describe(groups === apart ? 'started for these cases alone' : 'started for many cases', () => {
      describeSuite({ ...options, suite: 'cases', groups })
    })
  }
}

/** Tests that a host passes a suite, which runs once: one test a group. */
export function describeSuite(options: SuiteOptions): void {
  const { suite, groups, start, isByChance = () => false } = options
  let run: SuiteRun

  before(async function () {
    this.timeout(PATIENCE_MS)
    const host = await start()
    try {
      run = await runSuite(host, suite, groups)
    } finally {
      await host.stop()
    }
  })

  for (const group of groups ?? groupsOf(suite)) {
    it(`passes the ${CALLED[suite]} of ${group}`, () => {
      const results = run.results.filter((result) => result.group === group)
      // Those of some groups need settings that this host does not have.
      const isSkipped = run.skipped.some((name) => name.startsWith(`${group}/`))
      expect(results.length > 0 || isSkipped, `results of ${group}`).to.equal(true)
      const decided = results.filter((result) => !isByChance(result))
      expect(faultsIn(decided)).to.deep.equal([])
    })
  }

  it(`leaves no result of the ${CALLED[suite]} unjudged`, () => {
    const judged = groups ?? groupsOf(suite)
    expect(judged).to.include.members(run.results.map(({ group }) => group))
  })
}

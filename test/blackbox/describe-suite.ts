import { expect } from 'chai'
import { ALL } from '../support/all.js'
import {
  type CaseResult,
  type CheckedHost,
  expectedFailures,
  groupsOf,
  runSuite,
  type Suite,
  type SuiteRun,
  verdict,
} from '../support/suite-run.js'

const EXPECTED = expectedFailures()
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

/** Tests that hosts pass all cases that are built; or every other group of them, so that two share the time. */
export function describeCases({
  half,
  ...options
}: Omit<SuiteOptions, 'suite' | 'groups'> & { readonly half?: 0 | 1 }): void {
  const all = builtCases().filter((_, at) => half === undefined || at % 2 === half)
  const together = all.filter((group) => !APART.includes(group))
  const apart = all.filter((group) => APART.includes(group))
  for (const groups of [together, apart].filter(({ length }) => length > 0)) {
    describe(groups === apart ? 'started for these cases alone' : 'started for many cases', () => {
      describeSuite({ ...options, suite: 'cases', groups })
    })
  }
}

/** Those that are not built yet are run only by a search, which finds out when they are. */
function builtCases(): readonly string[] {
  if (ALL) return groupsOf('cases')
  const later = new Set(EXPECTED.groups.map(({ name }) => name))
  return groupsOf('cases').filter((group) => !later.has(group))
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
      expect(verdict(decided, EXPECTED)).to.deep.equal([])
    })
  }

  it(`leaves no result of the ${CALLED[suite]} unjudged`, () => {
    const judged = groups ?? groupsOf(suite)
    expect(judged).to.include.members(run.results.map(({ group }) => group))
  })

  it(`fails none of the ${CALLED[suite]} as expected that does not exist`, () => {
    const judged = groups ?? groupsOf(suite)
    const known = EXPECTED.names.filter((entry) => entry.suite === suite).map(({ name }) => name)
    const names = run.results.map(({ name }) => name)
    expect(names).to.include.members(known.filter((name) => judged.includes(groupIn(name))))
  })
}

function groupIn(name: string): string {
  return name.split('/', 1)[0] ?? name
}

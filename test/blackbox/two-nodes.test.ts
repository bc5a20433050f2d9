import { expect } from 'chai'
import { allOr } from '../support/all.js'
import { usePostgresUrl } from '../support/postgres.js'
import {
  type CaseResult,
  expectedFailures,
  groupsOf,
  runGroups,
  runSuite,
  type SuiteRun,
  verdict,
} from './suite-run.js'
import { ADMIN_PASSWORD, startTwoNodes, type TwoNodes } from './two-nodes.js'

/** About what nodes share. */
const SHARED = ['idempotency', 'locked', 'manage', 'order', 'settings']
const GROUPS = allOr([...SHARED, 'split'], SHARED)
const SUITES = ['cases', 'senders', 'bad-inputs'] as const

type Run = (url: string) => Promise<SuiteRun>

/** `npm run faults nodes` runs all groups of all suites. */
const RUNS: readonly (readonly [suite: string, groups: readonly string[], run: Run])[] =
  process.env['ALL_GROUPS'] === undefined
    ? [['cases', GROUPS, (url) => runGroups(url, ADMIN_PASSWORD, GROUPS)]]
    : SUITES.map((suite) => [suite, groupsOf(suite), (url) => runSuite(url, ADMIN_PASSWORD, suite)])

/**
 * Of eight requests at once these cases want the first one to be among the two that are accepted. Two
 * nodes may take others first. What comes after that step is tested on one node.
 */
function isByChance({ group, failures }: CaseResult): boolean {
  return (
    group === 'limits' &&
    failures.length === 1 &&
    failures.every((failure) => failure === 'step 2: an error answer left 2 posts')
  )
}

describe('two nodes on one PostgreSQL pass', () => {
  const url = usePostgresUrl()
  let nodes: TwoNodes

  before(async () => {
    nodes = await startTwoNodes(url())
  })

  after(() => nodes.close())

  for (const [suite, groups, run] of RUNS) {
    describe(suite, () => {
      let results: readonly CaseResult[]

      before(async () => {
        results = (await run(nodes.url)).results
      })

      for (const group of groups) {
        it(group, () => {
          const own = results.filter((result) => result.group === group)
          expect(own).to.not.be.empty
          const decided = own.filter((result) => !isByChance(result))
          expect(verdict(decided, expectedFailures())).to.deep.equal([])
        })
      }
    })
  }
})

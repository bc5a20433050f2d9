import { expect } from 'chai'
import { usePostgresUrl } from '../support/postgres.js'
import { type CaseResult, expectedFailures, groupsOf, runSuite, verdict } from './suite-run.js'
import { ADMIN_PASSWORD, startTwoNodes, type TwoNodes } from './two-nodes.js'

/** About what nodes share. `npm run faults nodes` runs the groups of all suites. */
const SHORT = ['idempotency', 'locked', 'manage', 'order', 'settings', 'split']
const SUITES = ['cases', 'senders', 'bad-inputs'] as const
const RUNS =
  process.env['ALL_GROUPS'] === undefined
    ? SHORT.map((group) => ({ suite: 'cases', group }) as const)
    : SUITES.flatMap((suite) => groupsOf(suite).map((group) => ({ suite, group })))

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

describe('two nodes on one PostgreSQL', () => {
  const url = usePostgresUrl()

  describe('pass', () => {
    let nodes: TwoNodes

    before(async () => {
      nodes = await startTwoNodes(url())
    })

    after(() => nodes.close())

    for (const { suite, group } of RUNS) {
      it(`${suite}: ${group}`, async () => {
        expect(groupsOf(suite)).to.include(group)
        const { results } = await runSuite(nodes.url, ADMIN_PASSWORD, suite, group)
        expect(results).to.not.be.empty
        const decided = results.filter((result) => !isByChance(result))
        expect(verdict(decided, expectedFailures())).to.deep.equal([])
      })
    }
  })
})

import { expect } from 'chai'
import { usePostgresUrl } from '../support/postgres.js'
import { expectedFailures, groupsOf, runSuite, verdict } from './suite-run.js'
import { ADMIN_PASSWORD, startTwoNodes, type TwoNodes } from './two-nodes.js'

/** All groups run with `npm run faults nodes`; these are about what nodes share. */
const GROUPS = ['channel', 'idempotency', 'locked', 'manage', 'order', 'settings', 'split'] as const

describe('two nodes on one PostgreSQL', () => {
  const url = usePostgresUrl()

  describe('pass the cases of', () => {
    let nodes: TwoNodes

    before(async () => {
      nodes = await startTwoNodes(url())
    })

    after(() => nodes.close())

    for (const group of GROUPS) {
      it(group, async () => {
        expect(groupsOf('cases')).to.include(group)
        const { results } = await runSuite(nodes.url, ADMIN_PASSWORD, 'cases', group)
        expect(results).to.not.be.empty
        expect(verdict(results, expectedFailures())).to.deep.equal([])
      })
    }
  })
})

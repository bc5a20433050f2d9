import { expect } from 'chai'
import { startHostHere } from '../support/host-here.js'
import { faultsIn, runSuite } from '../support/suite-run.js'

describe('the example host with limits', () => {
  it('passes the cases of limits, all of them', async () => {
    const host = await startHostHere({ env: { SIGN_IN_RATE: '10,900', HOOK_RATE: '10,100' } })
    try {
      const { skipped, results } = await runSuite(host, 'cases', ['limits'])
      expect(skipped).to.deep.equal([])
      expect(results).to.not.be.empty
      expect(faultsIn(results)).to.deep.equal([])
    } finally {
      await host.stop()
    }
  })
})

import { expect } from 'chai'
import fc from 'fast-check'
import { fuzz } from '../support/fuzz/fuzz.js'

/** Data that is always the same, and that of the run. */
const SEEDS = [20_261_123, (fc.readConfigureGlobal().seed ?? 0) ^ 0x5eed]

describe('requests of other programs, changed at random', () => {
  for (const [index, seed] of SEEDS.entries()) {
    it(`throw nothing, mention nobody and link to nothing (${index + 1})`, () => {
      const { violations, payloads, byFormat } = fuzz({ count: 1_000, seed })
      expect(violations).to.deep.equal([])
      expect(payloads).to.be.above(980)
      const accepted = [...byFormat].filter(([, counts]) => counts.accepted > 0)
      expect(accepted.map(([format]) => format)).to.include.members(['discord', 'native', 'teams'])
    })
  }
})

import { expect } from 'chai'
import fc from 'fast-check'
import { allOr } from '../support/all.js'
import { fuzz } from '../support/fuzz/fuzz.js'

const FIXED_SEED = 20_261_123
/** Data that is always the same, and that of the run. */
const SEEDS = allOr([FIXED_SEED, (fc.readConfigureGlobal().seed ?? 0) ^ 0x5eed], [FIXED_SEED])
const COUNT = allOr(1_000, 150)

describe('requests of other programs, changed at random', () => {
  for (const [index, seed] of SEEDS.entries()) {
    it(`throw nothing, mention nobody and link to nothing (${index + 1})`, () => {
      const { violations, payloads, byFormat } = fuzz({ count: COUNT, seed })
      expect(violations).to.deep.equal([])
      expect(payloads).to.be.above(0.98 * COUNT)
      const accepted = [...byFormat].filter(([, counts]) => counts.accepted > 0)
      expect(accepted.map(([format]) => format)).to.include.members(['discord', 'native', 'teams'])
    })
  }
})

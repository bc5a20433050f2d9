import { expect } from 'chai'
import fc from 'fast-check'
import { allOr } from '../support/all.js'
import { faultsOf } from '../support/fuzz/checks.js'
import { fuzz } from '../support/fuzz/fuzz.js'
import { outcomeOf } from '../support/fuzz/reading.js'
import { asSent, bodyText, requestOf, type Source } from '../support/fuzz/sources.js'

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

  it('are judged as they are sent: the null of a form is a word that its sender wrote', () => {
    const source: Source = {
      name: 'a form',
      format: 'googlechat',
      kind: 'form',
      contentType: 'application/x-www-form-urlencoded',
      tree: { headers: {}, query: {}, body: { text: null, url: [] } },
    }
    const tree = asSent(source, source.tree)
    expect(tree).to.have.property('body').that.deep.equals({ text: 'null', url: '[]' })
    const bytes = Buffer.from(bodyText(source, source.tree))
    expect(bytes.toString()).to.equal('text=null&url=%5B%5D')
    const outcome = outcomeOf(requestOf(source, tree, bytes), source.format)
    if (outcome.kind !== 'accepted') throw new Error(`it is ${outcome.kind}`)
    expect(outcome.posts.map(({ message }) => message)).to.deep.equal(['null'])
    expect(faultsOf(outcome, tree)).to.deep.equal([])
    expect(faultsOf(outcome, source.tree)).to.not.deep.equal([])
  })
})

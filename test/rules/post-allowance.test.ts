import { expect } from 'chai'
import { MAX_POST_LENGTH, MOST_SHOWN } from '../../lib/model/limits.js'
import { PostAllowance } from '../../lib/rules/post-allowance.js'

const table = (columns: number, rows: number): string =>
  `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}${'\n|'.repeat(rows - 1)}`

describe('what a post may make of a page', () => {
  let allowance: PostAllowance

  beforeEach(() => {
    allowance = new PostAllowance()
  })

  it("has room for the largest table of Slack's", () => {
    const markdown = table(20, 100)
    expect(allowance.markdown(markdown)).to.equal(markdown)
    expect(allowance.elements(2_103)).to.equal(true)
    expect(allowance.note()).to.equal('')
  })

  it('counts the cells of all texts together', () => {
    const half = table(10, 100)
    expect(allowance.markdown(half)).to.equal(half)
    expect(allowance.tables(half)).to.equal(half)
    expect(allowance.note()).to.equal('')
    expect(allowance.tables(table(2, 1))).to.equal('|a|a|\n\\|-|-|')
    expect(allowance.note()).to.not.equal('')
  })

  it('reads no text that is longer than a message', () => {
    expect(allowance.markdown('\u{1f600}'.repeat(MAX_POST_LENGTH))).to.be.a('string')
    expect(allowance.markdown('a'.repeat(MAX_POST_LENGTH + 1))).to.equal(null)
  })

  type Ask = (allowance: PostAllowance) => unknown
  const rows: readonly (readonly [what: string, count: number, ask: Ask])[] = [
    ['texts', MOST_SHOWN.texts, (one) => one.reads('')],
    ['characters', MOST_SHOWN.characters / 2, (one) => one.reads('ab')],
    ['elements', MOST_SHOWN.elements, (one) => one.elements(1)],
    [
      'plain characters',
      MOST_SHOWN['plain characters'] / 10,
      (one) => one.converts('a'.repeat(10)),
    ],
    ['raw characters', MOST_SHOWN['raw characters'] / 2, (one) => one.shows('ab')],
  ]
  for (const [what, count, ask] of rows) {
    it(`refuses what is beyond its ${what}, and says so`, () => {
      const times = what === 'characters' ? 2 : count
      const one: Ask =
        what === 'characters' ? (each) => each.reads('a'.repeat(MAX_POST_LENGTH)) : ask
      for (let n = 0; n < times; n += 1) expect(one(allowance)).to.equal(true)
      expect(allowance.note()).to.equal('')
      expect(ask(allowance)).to.equal(false)
      expect(allowance.note()).to.match(/too large/)
    })
  }

  it('is not used up by what is refused', () => {
    expect(allowance.elements(Infinity)).to.equal(false)
    expect(allowance.elements(MOST_SHOWN.elements)).to.equal(true)
  })
})

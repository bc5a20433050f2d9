import { expect } from 'chai'
import fc from 'fast-check'
import { wholeMessages } from './whole.js'

const COUNT = 1_000

describe('messages for other chats, changed at random', () => {
  it('lose no text in silence', () => {
    const { shown, silent } = wholeMessages(COUNT, fc.readConfigureGlobal().seed ?? 1)
    expect(silent.slice(0, 3)).to.deep.equal([])
    expect([...shown.keys()]).to.have.length(6)
    const count = [...shown.values()].reduce((sum, each) => sum + each, 0)
    expect(count).to.be.above(0.6 * COUNT)
  })
})

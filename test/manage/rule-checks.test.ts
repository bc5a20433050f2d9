import { expect } from 'chai'
import { RULES } from '../../lib/manage/field-checks.js'
import { inWire } from '../../lib/model/sent.js'

function read(then: object): unknown {
  return RULES.read({ value: [{ when: {}, then }], spell: inWire, path: 'rules' })
}

describe('whom a rule mentions', () => {
  for (const [sent, meant] of [
    ['@bob', '@bob'],
    ['channel', 'channel'],
    ['@channel', 'channel'],
    ['@here', 'here'],
    [' @ann.b ', '@ann.b'],
    ['@channels', '@channels'],
  ] as const) {
    it(`is ${meant} for ${JSON.stringify(sent)}`, () => {
      expect(read({ mention: sent })).to.deep.equal([{ when: {}, then: { mention: meant } }])
    })
  }

  for (const sent of ['@all', 'all', 'bob', '@', '@a b', 7]) {
    it(`cannot be ${JSON.stringify(sent)}`, () => {
      expect(() => read({ mention: sent })).to.throw(/rules\.0\.then\.mention/)
    })
  }
})

import { expect } from 'chai'
import {
  isTrue,
  listOf,
  memberOf,
  numberOf,
  parsed,
  textOf,
  textsOf,
  wireOf,
} from '../../ui/wire.js'

describe('reading an answer', () => {
  const rows: [what: string, read: unknown, expected: unknown][] = [
    ['a text', textOf({ a: 'b' }, 'a'), 'b'],
    ['a text that is a number', textOf({ a: 1 }, 'a'), ''],
    ['a text of nothing', textOf(null, 'a'), ''],
    ['a number', numberOf({ a: 2 }, 'a'), 2],
    ['a number without end', numberOf(parsed('{"a":1e999}'), 'a'), 0],
    ['a switch', isTrue({ a: true }, 'a'), true],
    ['a switch that is a text', isTrue({ a: 'true' }, 'a'), false],
    ['a member of a list', memberOf([1], 'length'), undefined],
    ['an object that is a list', wireOf([1]), {}],
    ['a list', listOf([1]), [1]],
    ['a list that is an object', listOf({ length: 1 }), []],
    ['texts', textsOf(['a', 1, null, 'b']), ['a', 'b']],
    ['what is no JSON', parsed('<html>'), undefined],
  ]
  for (const [what, read, expected] of rows) {
    it(`finds ${what}`, () => {
      expect(read).to.deep.equal(expected)
    })
  }
})

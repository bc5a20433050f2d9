import { expect } from 'chai'
import { Types } from 'mongoose'
import { kindOfValue, WrongResult } from '../../lib/host/wrong-result.js'

class Row {
  readonly id = 1
}

describe('what an adapter returned instead', () => {
  const kinds: readonly (readonly [value: unknown, kind: string])[] = [
    [undefined, 'undefined'],
    [null, 'null'],
    [NaN, 'NaN'],
    [7, 'a number'],
    [7n, 'a bigint'],
    ['secret', 'a string'],
    [true, 'a boolean'],
    [() => 1, 'a function'],
    [[], 'a list of 0'],
    [[1, 2], 'a list of 2 that begins with a number'],
    [[[], 1], 'a list of 2 that begins with a list'],
    [{ rowsAffected: 'secret' }, 'an object with rowsAffected'],
    [{ 'what a person wrote': 1 }, 'an object'],
    [Object.create(null), 'an object'],
    [new Date(), 'a Date'],
    [new Row(), 'a Row'],
    [new Types.ObjectId(), 'an ObjectId'],
  ]
  for (const [value, kind] of kinds) {
    it(`is named without its value: ${kind}`, () => {
      expect(kindOfValue(value)).to.equal(kind)
    })
  }

  const fixes: readonly (readonly [expected: string, value: unknown, fix: string])[] = [
    ['a string', 7, 'String(id)'],
    ['a string', 7n, 'String(id)'],
    ['a string', new Types.ObjectId(), 'String(id)'],
    ['a string', new Date(), ''],
    ['a string', {}, ''],
    ['a string', ['a'], ''],
    ['a string', undefined, ''],
    ['a number', 7n, 'Number(id)'],
    ['a number', '7', 'Number(id)'],
    ['a number', 'seven', ''],
    ['a number', new Date(), 'id.getTime()'],
    ['a number or null', new Date(), 'id.getTime()'],
    ['a boolean', 1, 'Boolean(id)'],
    ['an object', 7, ''],
  ]
  for (const [expected, value, fix] of fixes) {
    const does = fix === '' ? 'has no fix' : `becomes it with ${fix}`
    it(`${does} where ${expected} was expected and ${kindOfValue(value)} came`, () => {
      const wrong = new WrongResult('id', expected, value)
      expect(wrong.fix).to.equal(fix)
      const advice = fix === '' ? '' : `; use ${fix}`
      expect(wrong.message).to.equal(`id: expected ${expected}, got ${kindOfValue(value)}${advice}`)
    })
  }

  it('has no fix as a whole', () => {
    expect(new WrongResult('', 'a string', 7).message).to.equal(
      'result: expected a string, got a number',
    )
  })
})

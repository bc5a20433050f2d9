import { expect } from 'chai'
import { flagIn, jsonIn, numberIn, type Row, textIn } from '../../lib/adapters/stored-values.js'

type Reader = (row: Row, name: string) => unknown

const READ: readonly (readonly [string, Reader, unknown, unknown])[] = [
  ['true', flagIn, true, true],
  ['false', flagIn, false, false],
  ['1', flagIn, 1, true],
  ['0', flagIn, 0, false],
  ['the bigint 1', flagIn, 1n, true],
  ['the bigint 0', flagIn, 0n, false],
  ['the text 1', flagIn, '1', true],
  ['the text 0', flagIn, '0', false],
  ['the text t', flagIn, 't', true],
  ['the text f', flagIn, 'f', false],
  ['the text true', flagIn, 'true', true],
  ['the text false', flagIn, 'false', false],
  ['a byte of 1', flagIn, Buffer.from([1]), true],
  ['a byte of 0', flagIn, Buffer.from([0]), false],
  ['a number', numberIn, 1.5, 1.5],
  ['a bigint', numberIn, 1_700_000_000_000n, 1_700_000_000_000],
  ['the text of a number', numberIn, '1700000000000.25', 1_700_000_000_000.25],
  ['a Date', numberIn, new Date(7), 7],
  ['a text', textIn, 'ä', 'ä'],
  ['an empty text', textIn, '', ''],
  ['a number as text', textIn, 7, '7'],
  ['a bigint as text', textIn, 7n, '7'],
  ['the text of JSON', jsonIn, '{"a":[1]}', { a: [1] }],
  ['parsed JSON', jsonIn, { a: [1] }, { a: [1] }],
  ['null in a column of JSON', jsonIn, null, null],
  ['JSON that is null', jsonIn, 'null', null],
]

const REFUSED: readonly (readonly [string, Reader, unknown, string])[] = [
  ['a flag that is null', flagIn, null, 'true or false, got null'],
  ['a flag that is 2', flagIn, 2, 'true or false, got a number'],
  ['a flag that is a word', flagIn, 'yes', 'true or false, got a string'],
  ['a flag of two bytes', flagIn, Buffer.from([0, 1]), 'true or false, got a Buffer'],
  ['a number that is null', numberIn, null, 'a number, got null'],
  ['a number that is an empty text', numberIn, '', 'a number, got a string'],
  ['a number that is a word', numberIn, 'many', 'a number, got a string'],
  ['a number that is true', numberIn, true, 'a number, got a boolean'],
  ['a number that is no finite one', numberIn, Infinity, 'a number, got a number'],
  ['a text that is null', textIn, null, 'a text, got null'],
  ['a text that is bytes', textIn, Buffer.from('a'), 'a text, got a Buffer'],
  ['JSON that ends too early', jsonIn, '{"a": "secret', 'JSON, got a string'],
]

describe('a value that a database has stored', () => {
  for (const [what, read, stored, value] of READ) {
    it(`is read: ${what}`, () => {
      expect(read({ column: stored }, 'column')).to.deep.equal(value)
    })
  }

  for (const [what, read, stored, fault] of REFUSED) {
    it(`is refused, and not quoted: ${what}`, () => {
      expect(() => read({ column: stored }, 'column')).to.throw(
        TypeError,
        new RegExp(`^column: expected ${fault}$`),
      )
    })
  }

  it('is refused with the names that the row has instead of its own', () => {
    expect(() => flagIn({ keyDigest: 'd', channelLocked: true }, 'channel_locked')).to.throw(
      'channel_locked: expected true or false, got an object with keyDigest, channelLocked',
    )
  })
})

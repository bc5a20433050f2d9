import { expect } from 'chai'
import fc from 'fast-check'
import { allOr } from '../../support/all.js'
import { repairJson } from '../../../lib/native/body/json-repair.js'
import { WebhookError } from '../../../lib/model/errors.js'
import { anyCharacter } from '../../support/any-character.js'

describe('the place of a fault', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', 'the body is empty'],
    [' \r\n\t', 'the body is empty'],
    ['{"secret":"a""}', 'a comma or a closing brace at position 13 (line 1, column 14)'],
    ['{"secret":"a",,}', 'a member name in double quotes at position 14 (line 1, column 15)'],
    ['{"secret":1,} secret', 'the end of the JSON at position 14 (line 1, column 15)'],
    [
      "{'secret':1}",
      'a member name in double quotes or a closing brace at position 1 (line 1, column 2)',
    ],
    [
      '{secret:1}',
      'a member name in double quotes or a closing brace at position 1 (line 1, column 2)',
    ],
    ['{"secret" 1}', 'a colon at position 10 (line 1, column 11)'],
    ['{"secret":}', 'a value at position 10 (line 1, column 11)'],
    ['{"secret":secret}', 'a value at position 10 (line 1, column 11)'],
    ['{"secret":1', 'a comma or a closing brace at the end (line 1, column 12)'],
    ['[1 2]', 'a comma or a closing bracket at position 3 (line 1, column 4)'],
    ['[1,,]', 'a value at position 3 (line 1, column 4)'],
    ['[,]', 'a value at position 1 (line 1, column 2)'],
    ['[1,', 'a value at the end (line 1, column 4)'],
    ['[', 'a value at the end (line 1, column 2)'],
    ['{', 'a member name in double quotes or a closing brace at the end (line 1, column 2)'],
    ['{"secret"', 'a colon at the end (line 1, column 10)'],
    ['{"secret', 'a closing quote at the end (line 1, column 9)'],
    ['"\\q"', 'a JSON escape at position 2 (line 1, column 3)'],
    ['"\\u12x4"', 'four hex digits at position 2 (line 1, column 3)'],
    ['{} secret', 'the end of the JSON at position 3 (line 1, column 4)'],
    ['{}{}', 'the end of the JSON at position 2 (line 1, column 3)'],
    ['[}', 'a value at position 1 (line 1, column 2)'],
    ['{]', 'a member name in double quotes or a closing brace at position 1 (line 1, column 2)'],
    ['01', 'the end of the JSON at position 1 (line 1, column 2)'],
    ['-', 'a value at position 0 (line 1, column 1)'],
    ['truely', 'the end of the JSON at position 4 (line 1, column 5)'],
    ['{\n  "a": 1,\n  "b" 2\n}', 'a colon at position 18 (line 3, column 7)'],
    ['/* secret */ {}', 'a value at position 0 (line 1, column 1)'],
    [
      '{"secret":"\\"\\\\\\/\\b\\f\\n\\r\\t\\u12aF" x}',
      'a comma or a closing brace at position 35 (line 1, column 36)',
    ],
    ['[\t1\r\n, -0.5e+3 x', 'a comma or a closing bracket at position 15 (line 2, column 11)'],
    ['[true,false,null x]', 'a comma or a closing bracket at position 17 (line 1, column 18)'],
    ['[1,] x', 'the end of the JSON at position 5 (line 1, column 6)'],
    ['[]]', 'the end of the JSON at position 2 (line 1, column 3)'],
    ['{"a":[]]', 'a comma or a closing brace at position 7 (line 1, column 8)'],
    ['[{}}', 'a comma or a closing bracket at position 3 (line 1, column 4)'],
    ['[1.]', 'a comma or a closing bracket at position 2 (line 1, column 3)'],
    ['[1e]', 'a comma or a closing bracket at position 2 (line 1, column 3)'],
    ['[1.25E-10x]', 'a comma or a closing bracket at position 9 (line 1, column 10)'],
    ['[1e5x]', 'a comma or a closing bracket at position 4 (line 1, column 5)'],
    ['[0x]', 'a comma or a closing bracket at position 2 (line 1, column 3)'],
    ['[10x]', 'a comma or a closing bracket at position 3 (line 1, column 4)'],
    ['[.5]', 'a value at position 1 (line 1, column 2)'],
    ['[+1]', 'a value at position 1 (line 1, column 2)'],
    ['{"a"::1}', 'a value at position 5 (line 1, column 6)'],
    ['{"a":1 "b"}', 'a comma or a closing brace at position 7 (line 1, column 8)'],
    ['{1:2}', 'a member name in double quotes or a closing brace at position 1 (line 1, column 2)'],
    ['{"a":1,2}', 'a member name in double quotes at position 7 (line 1, column 8)'],
    ['[1:2]', 'a comma or a closing bracket at position 2 (line 1, column 3)'],
    ['{"a":"b","c":[{}],"d":', 'a value at the end (line 1, column 23)'],
    ['{"a":1,', 'a member name in double quotes at the end (line 1, column 8)'],
    ['[1', 'a comma or a closing bracket at the end (line 1, column 3)'],
    ['[[1],[2', 'a comma or a closing bracket at the end (line 1, column 8)'],
    ['"a\\', 'a JSON escape at the end (line 1, column 4)'],
    ['"\\u12', 'four hex digits at position 2 (line 1, column 3)'],
    ['"\\u12345" x', 'the end of the JSON at position 10 (line 1, column 11)'],
    ['"a" "b"', 'the end of the JSON at position 4 (line 1, column 5)'],
    ['\u00a0', 'the body is empty'],
    ['\u00a01', 'a value at position 0 (line 1, column 1)'],
  ]
  for (const [text, told] of cases) {
    it(`is told for ${JSON.stringify(text)}`, () => {
      const fault = faultIn(text)
      expect(fault).to.equal(text.trim() === '' ? told : `not JSON: expected ${told}`)
      expect(fault).not.to.include('secret')
      expect(() => void JSON.parse(text)).to.throw(SyntaxError)
    })
  }

  it('is none where a repair helps', () => {
    for (const text of ['{"a":"\n"}', '{"a":[1,],}']) {
      expect(parses(repairJson(text).text)).to.equal(true)
    }
  })

  it('is found in whatever JSON.parse refuses, without a word of it', () => {
    const mutated = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.nat(3),
        fc.constantFrom(
          '"',
          '{',
          ']',
          ',',
          ':',
          '\\',
          '0',
          'x',
          ' ',
          "'",
          '.',
          '-',
          'e',
          '/',
          '\u0001',
        ),
      )
      .map(([json, place, kind, c]) => {
        const at = place % (json.length + 1)
        const rest = kind === 0 ? at : at + 1
        return json.slice(0, at) + (kind === 1 ? '' : c) + json.slice(rest)
      })
    fc.assert(
      fc.property(mutated, (text) => {
        const fault = faultIn(text)
        if (fault === '') expect(parses(repairJson(text).text)).to.equal(true)
        else expect(parses(text)).to.equal(false)
        expect(fault).to.match(
          /^(|the body is empty|not JSON: expected [a-zA-Z ]+ at (the end|position \d+) \(line \d+, column \d+\))$/,
        )
      }),
      { numRuns: allOr(3_000, 500) },
    )
  })

  it('never makes it throw, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(faultIn(text)).to.be.a('string')
      }),
    )
  })
})

function faultIn(text: string): string {
  try {
    repairJson(text)
    return ''
  } catch (error) {
    if (error instanceof WebhookError) return error.detail
    throw error
  }
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

import { expect } from 'chai'
import { BOUNDARY, CLOSES, flanksOf, isRuler, OBJECT, OPENS } from '../../lib/text/delimiters.js'

describe('a delimiter', () => {
  const both = OPENS + CLOSES
  // `''` is where the text begins or ends.
  const rows: readonly (readonly [
    before: string,
    after: string,
    asterisk: number,
    underscore: number,
  ])[] = [
    ['', 'a', OPENS, OPENS],
    ['a', '', CLOSES, CLOSES],
    ['', '', 0, 0],
    [' ', 'a', OPENS, OPENS],
    ['a', ' ', CLOSES, CLOSES],
    [' ', ' ', 0, 0],
    ['a', 'b', both, 0],
    ['a', '.', CLOSES, CLOSES],
    ['.', 'a', OPENS, OPENS],
    ['.', '.', both, both],
    [' ', '.', OPENS, OPENS],
    ['.', ' ', CLOSES, CLOSES],
    ['+', 'a', OPENS, OPENS],
    ['a', '+', CLOSES, CLOSES],
    ['¿', 'a', OPENS, OPENS],
    // What differs between readers may do both.
    ['€', 'a', both, both],
    ['a', '€', both, both],
    ['\ud83d', 'a', both, both],
    [OBJECT, 'a', both, both],
    ['a', OBJECT, both, both],
    [OBJECT, ' ', CLOSES, CLOSES],
    [' ', OBJECT, OPENS, OPENS],
    [BOUNDARY, 'a', both, both],
    ['a', BOUNDARY, both, both],
    [BOUNDARY, '', CLOSES, CLOSES],
    ['', BOUNDARY, OPENS, OPENS],
  ]
  const words = ['does nothing', 'opens', 'closes', 'opens and closes']
  for (const [before, after, asterisk, underscore] of rows) {
    const place = `between ${JSON.stringify(before)} and ${JSON.stringify(after)}`
    for (const [c, flanks] of [
      ['*', asterisk],
      ['_', underscore],
    ] as const) {
      it(`${words[flanks] ?? ''} as ${c} ${place}`, () => {
        expect(flanksOf(before, after, c)).to.equal(flanks)
      })
    }
  }
})

describe('a ruler', () => {
  // prettier-ignore
  const rulers = [
    '-', '--', '---', '- - -', '-\t-', '=', '===', '= =', '___', '_ _ _', '***', '* * *', '|-',
    '|-|', '|---|:-:|', '| - |', ':-', ':-:', '-:', '-|-', '-:|',
  ]
  // prettier-ignore
  const others = [
    '_', '__', '_ _', '*', '**', '*\t*', '|', '||', ':', '::', ':|', 'a', 'aaa', 'a a', '- a', '-a',
    '--- x', '_-_', '=-', '=|', '***-', '___-', '*:*', '+', '+ + +', '',
  ]
  for (const line of [...rulers, ...others]) {
    const is = rulers.includes(line)
    it(`is ${is ? '' : 'not '}${JSON.stringify(line)}`, () => {
      expect(isRuler(line, 0, line.length)).to.equal(is)
      expect(isRuler(`x\n${line}\nx`, 2, 2 + line.length), 'among other lines').to.equal(is)
    })
  }
})

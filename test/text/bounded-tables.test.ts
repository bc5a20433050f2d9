import { expect } from 'chai'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { allOr } from '../support/all.js'
import { boundedTables } from '../../lib/text/tables.js'

const reader = new MarkdownIt()

/** Cells that a reader of Markdown makes of a text. */
function cellsIn(markdown: string): number {
  return reader.parse(markdown, {}).filter(({ type }) => /^t[hd]_open$/.test(type)).length
}

function counted(markdown: string): number {
  let cells = 0
  boundedTables(markdown, (count) => {
    cells += count
    return true
  })
  return cells
}

const refused = (markdown: string): string => boundedTables(markdown, () => false)

describe('a table in Markdown', () => {
  const rows: readonly (readonly [what: string, markdown: string, cells: number])[] = [
    ['all of its cells', '|a|b|\n|-|-|\n|c|d|', 4],
    ['cells that Markdown adds to short rows', '|a|b|c|\n|-|-|-|\n|d|\n|', 9],
    ['rows without bars at their ends', 'a|b\n:-|-:\nc|d', 4],
    ['rows up to a blank line', '|a|b|\n|-|-|\n|c|d|\n \n|e|f|', 4],
    ['a single column', '|a|\n|-|\nb\nc', 3],
    ['tables in quotes', '> > |a|b|\n> > |-|-|\n> > c', 4],
    ['tables in lists', '- |a|b|\n  |-|-|\n  |c', 4],
    ['tables below each other', '|a|b|\n|-|-|\n\n|a|b|\n|-|-|', 4],
    ['returns as line ends', '|a|b|\r|-|-|\r|c|', 4],
    ['returns and line feeds as line ends', '|a|b|\r\n|-|-|\r\n|c|', 4],
  ]
  for (const [what, markdown, cells] of rows) {
    it(`counts with ${what}`, () => {
      expect(counted(markdown)).to.equal(cells)
      expect(cellsIn(markdown)).to.equal(cells)
      expect(cellsIn(refused(markdown))).to.equal(0)
    })
  }

  it('that is refused keeps the rest of its text', () => {
    const table = '|a|b|\n|-|-|\n|c|d|'
    expect(refused(`**a**\n\n${table}\n\n- b`)).to.equal(`**a**\n\n|a|b|\n\\|-|-|\n|c|d|\n\n- b`)
  })

  it('that is refused does not concern the next one', () => {
    const small = '|a|b|\n|-|-|\n|c|d|'
    const large = `${small}${'\n|'.repeat(20)}`
    expect(boundedTables(`${large}\n\n${small}`, (cells) => cells < 10)).to.equal(
      `|a|b|\n\\|-|-|\n|c|d|${'\n|'.repeat(20)}\n\n${small}`,
    )
  })

  const texts = [
    'a|b',
    'a | b | c',
    'a\n---\nb',
    'a\n\n---\n\nb|c',
    '- a\n- b',
    '|a|b|\n\n|-|-|',
    '',
  ]
  for (const text of texts) {
    it(`is not in ${JSON.stringify(text)}`, () => {
      expect(refused(text)).to.equal(text)
    })
  }

  it('is never counted too low, and never left where it is refused', () => {
    // prettier-ignore
    const piece = fc.constantFrom(
      '|', '|a', '|a|b|', 'a|b', '|-|-|', '-|-', ':-:|-', '|-', '|:-', '\n', '\n', '\n', '\n\n', '\r', '> ', '>',
      '- ', '  ', '    ', '\t', '\\', '\\|', '`', '```', '# ', '1. ', '---', ' ', '\u00a0', '\u0000', '***',
    )
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(text, (markdown) => {
        expect(counted(markdown)).to.be.at.least(cellsIn(markdown))
        expect(cellsIn(refused(markdown))).to.equal(0)
      }),
      { numRuns: allOr(5_000, 500) },
    )
  })
})

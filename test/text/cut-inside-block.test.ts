import { expect } from 'chai'
import {
  beforeRun,
  CodeSpans,
  cutInsideBlock,
  fenceAt,
  wouldOpenBlock,
} from '../../lib/text/code-spans.js'

describe('a cut inside a block', () => {
  const spaces = (count: number): string => ' '.repeat(count)
  const rows: readonly (readonly [
    title: string,
    text: string,
    at: number,
    cut: number,
    marker: string,
    place: number,
  ])[] = [
    ['stays where neither side looks like a fence', 'ab\ncdef', 0, 5, '```', 5],
    ['stays at the beginning of a line', 'ab\n```', 0, 3, '```', 3],
    ['goes before a line whose first half would close', 'ab\n```cd', 0, 6, '```', 3],
    ['goes there in the middle of a text too', 'x\nab\n```cd', 3, 8, '```', 5],
    ['stays where that line begins the part', 'ab\n```cd', 3, 6, '```', 6],
    ['stays behind a shorter run', 'ab\n``cd', 0, 5, '```', 5],
    ['stays behind a run of the other character', 'ab\n~~~cd', 0, 6, '```', 6],
    ['goes before the last character if the rest would close', 'abc```', 0, 3, '```', 2],
    ['does so with tildes', 'abc~~~', 0, 3, '~~~', 2],
    ['stays before a run of the other character', 'abc~~~', 0, 3, '```', 3],
    ['stays before a run with words behind it', 'abc``` x', 0, 3, '```', 3],
    ['stays where nothing stands before the run', '   ```', 0, 3, '```', 3],
    ['goes back over 200 characters of white space', `abc\`\`\`${spaces(197)}`, 0, 3, '```', 2],
    ['looks no further', `abc\`\`\`${spaces(198)}`, 0, 3, '```', 3],
  ]
  for (const [title, text, at, cut, marker, place] of rows) {
    it(title, () => {
      expect(cutInsideBlock(text, at, cut, marker)).to.equal(place)
    })
  }
})

describe('a part of a line', () => {
  const rows: readonly (readonly [text: string, cut: number, opens: boolean])[] = [
    ['ab```', 2, true],
    ['ab~~~', 2, true],
    ['ab   ```', 2, true],
    ['ab``', 2, false],
    ['ab```', 1, false],
    ['a\n```', 2, false],
    ['```\n', 3, false],
  ]
  for (const [text, cut, opens] of rows) {
    it(`${opens ? 'opens' : 'opens no'} block: ${JSON.stringify(text.slice(cut))} of ${JSON.stringify(text)}`, () => {
      expect(wouldOpenBlock(text, cut)).to.equal(opens)
    })
  }
})

describe('the place before a run', () => {
  const rows: readonly (readonly [
    title: string,
    text: string,
    from: number,
    cut: number,
    place: number,
  ])[] = [
    ['is before the last character', 'ab```', 0, 2, 1],
    ['is before spaces and all fences', 'ab ~~~', 0, 3, 1],
    ['is not before the beginning', 'a   ', 1, 3, 1],
    ['is before a whole pair', 'a😀```', 0, 3, 1],
    ['is before the first pair of its block', 'a🐀```', 0, 3, 1],
    ['is before the last pair of its block', 'a\ud83d\udfff```', 0, 3, 1],
    ['is the beginning before a single pair', '😀```', 0, 2, 0],
    ['is the beginning before the first pair of its block', '🐀```', 0, 2, 0],
    ['is the beginning before the last pair of its block', '\ud83d\udfff```', 0, 2, 0],
    ['is before a character behind all halves', 'aｂ```', 0, 2, 1],
    ['is before a whole cluster', 'abe\u0301```', 0, 4, 2],
    ['is inside a cluster that no window holds', `a${'\u0301'.repeat(200)}\`\`\``, 0, 201, 200],
  ]
  for (const [title, text, from, cut, place] of rows) {
    it(title, () => {
      expect(beforeRun(text, from, cut)).to.equal(place)
    })
  }
})

describe('an opening line', () => {
  it('may have 100 characters of its marker', () => {
    const block = (count: number) => `${'`'.repeat(count)}\na\n${'`'.repeat(count)}`
    expect(fenceAt(block(100), 0)?.end).to.equal(203)
    expect(fenceAt(block(101), 0)).to.equal(null)
    expect(fenceAt(block(2), 0)).to.equal(null)
  })

  it('says what the block is, without the white space around', () => {
    expect(fenceAt('```  ts x \na\n```', 0)?.fence.info).to.equal('ts x')
  })
})

describe('inline code', () => {
  const rows: readonly (readonly [text: string, end: number, closed: boolean])[] = [
    ['`a`', 3, true],
    ['`a', 1, false],
    ['``a`', 2, false],
    ['`a``b`', 6, true],
    ['`a\nb`', 5, true],
    ['`a \nb`', 6, true],
    ['`a\n\nb`', 1, false],
    ['`a\n \nb`', 1, false],
    ['`a\n\t\nb`', 1, false],
    ['`a\r\n\r\nb`', 1, false],
    ['`a\nb\n \n`', 1, false],
    ['`a\n```\nb`', 1, false],
    ['`a\n.\nb`', 7, true],
  ]
  for (const [text, end, closed] of rows) {
    it(`ends ${closed ? 'with its other mark' : 'nowhere'}: ${JSON.stringify(text)}`, () => {
      expect(new CodeSpans(text).endOf(0)).to.deep.equal({ end, closed })
    })
  }

  it('is found again and again in one text', () => {
    const spans = new CodeSpans('`a` ``b`` `c` ``d')
    expect([0, 4, 10, 14].map((start) => spans.endOf(start))).to.deep.equal([
      { end: 3, closed: true },
      { end: 9, closed: true },
      { end: 13, closed: true },
      { end: 16, closed: false },
    ])
  })
})

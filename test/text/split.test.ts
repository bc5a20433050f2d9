import { expect } from 'chai'
import { parts, plain, solid, split } from './segments.js'

const a = (n: number): string => 'a'.repeat(n)

/** How often a text is segmented while something is done. */
function segmentations<T>(work: () => T): { readonly count: number; readonly result: T } {
  const { prototype } = Intl.Segmenter
  const own: unknown = Reflect.get(prototype, 'segment')
  if (typeof own !== 'function') throw new Error('texts cannot be segmented here')
  let count = 0
  const segment = function (this: Intl.Segmenter, text: string): Intl.Segments {
    count += 1
    return Reflect.apply(own, this, [text]) as Intl.Segments
  }
  Reflect.set(prototype, 'segment', segment)
  try {
    return { result: work(), count }
  } finally {
    Reflect.set(prototype, 'segment', own)
  }
}

const lengths = (texts: readonly string[]): readonly number[] =>
  texts.map((text) => Array.from(text).length)

describe('split: the limit', () => {
  const cases: readonly (readonly [string, string, readonly number[]])[] = [
    ['nothing', '', [0]],
    ['one character', 'a', [1]],
    ['exactly the limit', a(100), [100]],
    ['one more', a(101), [100, 1]],
    ['twice the limit', a(200), [100, 100]],
    ['twice and one more', a(201), [100, 100, 1]],
    ['emoji at the limit', '😀'.repeat(100), [100]],
    ['one emoji more', '😀'.repeat(101), [100, 1]],
    ['blanks only', ' '.repeat(101), [100, 1]],
  ]
  for (const [title, text, expected] of cases) {
    it(`cuts ${title} into ${expected.join(' + ')}`, () => {
      const texts = split(text, 100)
      expect(lengths(texts)).to.deep.equal(expected)
      expect(texts.join('')).to.equal(text)
    })
  }

  it('cuts nothing off what fits into the last part', () => {
    expect(split(`${a(100)}${a(80)} ${a(10)}\n${a(5)}`, 100)).to.have.lengthOf(2)
  })

  it('keeps a space with the accent that belongs to it', () => {
    const texts = split(`${a(80)} \u0301${a(60)}`, 100)
    expect(texts).to.deep.equal([`${a(80)} \u0301${a(18)}`, a(42)])
  })

  it('looks for clusters at a few places of each part, whatever stands beside its spaces', () => {
    for (const unit of [' \u0301', ' \u200d', 'a \u0301b']) {
      const { count, result } = segmentations(() => split(unit.repeat(2_000), 500))
      expect(result.join('')).to.equal(unit.repeat(2_000))
      expect(count).to.be.at.most(4 * result.length)
    }
  })

  it('cuts at 16383 code points as the specification says', () => {
    expect(lengths(split(a(32767), 16383))).to.deep.equal([16383, 16383, 1])
  })

  it('stops one part after those that are allowed', () => {
    expect(split(a(100_000), 100, 64)).to.have.lengthOf(65)
    expect(split(a(6400), 100, 64)).to.have.lengthOf(64)
  })
})

describe('split: the place', () => {
  const cases: readonly (readonly [string, string, number])[] = [
    ['a blank line before a line end before a space', `${a(76)}\n\n${a(5)}\n${a(5)} ${a(50)}`, 78],
    ['a line end before a space', `${a(80)}\n${a(5)} ${a(50)}`, 81],
    ['a space', `${a(80)} ${a(50)}`, 81],
    ['a tab', `${a(80)}\t${a(50)}`, 81],
    ['the last of several spaces', `${a(80)} a a ${a(50)}`, 85],
    ['the last line end', `${a(80)}\na\n${a(50)}`, 83],
    ['a blank line of blanks', `${a(78)}\n \t\n${a(5)}\n${a(50)}`, 82],
    ['CRLF lines', `${a(78)}\r\n\r\n${a(5)}\r\n${a(50)}`, 82],
    ['the space right at the limit', `${a(99)} ${a(50)}`, 100],
    ['hard where the space is too early', `${a(75)} ${a(74)}`, 76],
    ['hard where the space is before the last quarter', `${a(74)} ${a(74)}`, 100],
    ['hard where the space comes after the limit', `${a(100)} ${a(50)}`, 100],
    ['before a CRLF at the limit', `${a(50)}${a(49)}\r\n${a(50)}`, 99],
  ]
  for (const [title, text, first] of cases) {
    it(`is ${title}`, () => {
      const texts = split(text, 100)
      expect(texts[0]).to.equal(text.slice(0, first))
      expect(texts.join('')).to.equal(text)
    })
  }

  const clusters: readonly (readonly [string, string])[] = [
    ['joined families', '👨‍👩‍👧‍👦'],
    ['flags', '🇩🇪'],
    ['skin tones', '👍🏽'],
    ['Hangul syllables in parts', '\u1112\u1161\u11ab'],
    ['accented letters in parts', 'e\u0301'],
    ['CRLF', '\r\n'],
  ]
  for (const [title, cluster] of clusters) {
    it(`never tears ${title}`, () => {
      for (const before of ['', 'x', 'xx', 'xxx']) {
        const text = before + cluster.repeat(150)
        const texts = split(text, 100)
        expect(texts.join('')).to.equal(text)
        for (const part of texts) {
          expect(part.replace(before, '').replaceAll(cluster, ''), before).to.equal('')
          expect(lengths([part])[0]).to.be.at.most(100)
        }
      }
    })
  }

  it('is the limit inside a cluster that no window holds', () => {
    const text = `a${'\u0301'.repeat(350)}`
    expect(lengths(split(text, 100))).to.deep.equal([100, 100, 100, 51])
  })
})

describe('split: links and mentions', () => {
  const link = '[label](https://a.example)'

  it('go whole to the next part', () => {
    const texts = parts([plain(a(90)), solid(link), plain(a(10))], 100).map((part) => part.text)
    expect(texts).to.deep.equal([a(90), link + a(10)])
  })

  it('stay where they end exactly at the limit', () => {
    const texts = parts([plain(a(74)), solid(link), plain('b')], 100).map((part) => part.text)
    expect(texts).to.deep.equal([a(74) + link, 'b'])
  })

  it('are not cut at the spaces in them', () => {
    const words = '[two words](https://a.example)'
    const texts = parts([plain(a(85)), solid(words)], 100).map((part) => part.text)
    expect(texts).to.deep.equal([a(85), words])
  })

  it('are cut hard where they are longer than a part', () => {
    const long = `[x](https://a.example/${a(200)})`
    const texts = parts([plain('see '), solid(long), plain(' end')], 100).map((part) => part.text)
    expect(texts.join('')).to.equal(`see ${long} end`)
    expect(texts[0]).to.equal('see ')
    expect(lengths(texts).every((length) => length <= 100)).to.equal(true)
  })

  it('keep the mark that belongs to their last character', () => {
    const texts = parts([plain(a(74)), solid(link), plain('\u0301 and more')], 100)
    expect(texts.map((part) => part.text)).to.deep.equal([a(74), `${link}\u0301 and more`])
  })

  it('belong to the next part where they begin at the cut', () => {
    const segments = [plain(a(100)), solid('@bob'), plain(a(20))]
    expect(parts(segments, 100).map(({ first, end }) => [first, end])).to.deep.equal([
      [0, 1],
      [1, 3],
    ])
  })

  it('belong to the part in which they begin', () => {
    const segments = [plain(a(90)), solid('@bob'), plain(a(90)), solid('@carol')]
    expect(parts(segments, 100).map(({ first, end }) => [first, end])).to.deep.equal([
      [0, 3],
      [3, 4],
    ])
  })

  it('all belong to a single part', () => {
    expect(parts([solid('@bob'), plain(' x')], 100)).to.deep.equal([
      { text: '@bob x', first: 0, end: 2 },
    ])
  })
})

import { expect } from 'chai'
import {
  directionOf,
  linesOf,
  tokensOf,
  withoutEntities,
} from '../../example-host/web/text/markdown.js'

type Token = ReturnType<typeof tokensOf>[number]

const inlineOf = (text: string): readonly Token[] =>
  tokensOf(text).flatMap(({ children }) => children ?? [])

describe('the Markdown of the pages', () => {
  const links: [text: string, addresses: string[]][] = [
    ['www.example.test', ['http://www.example.test']],
    ['see (www.example.test/a?b=c).', ['http://www.example.test/a?b=c']],
    ['ops@example.test, please', ['mailto:ops@example.test']],
    ['https://a.example/x and //b.example', ['https://a.example/x']],
    ['README.md build.sh 10.0.0.1 example.test www. www', []],
    ['xwww.example.test', []],
    ['`www.example.test`', []],
  ]
  for (const [text, addresses] of links) {
    it(`links ${addresses.length === 0 ? 'nothing' : addresses.join()} in ${text}`, () => {
      const found = inlineOf(text).filter(({ type }) => type === 'link_open')
      expect(found.map((token) => token.attrGet('href'))).to.deep.equal(addresses)
    })
  }

  const tasks: [item: string, states: string[]][] = [
    ['- [x] built', ['x']],
    ['- [X] built', ['X']],
    ['- [ ] to do', ['']],
    ['1. [ ] **bold**', ['']],
    ['- [x]', []],
    ['- [y] other', []],
    ['- [x](https://a.example) link', []],
    ['[x] no item', []],
    ['- - [ ] deeper', ['']],
  ]
  for (const [item, states] of tasks) {
    it(`finds ${states.length} tasks in ${item}`, () => {
      const found = inlineOf(item).filter(({ type }) => type === 'task')
      expect(found.map(({ content }) => content)).to.deep.equal(states)
    })
  }

  const lines: [text: string, lines: string[]][] = [
    ['plain words', ['plain words']],
    ['# A\n**b** `c*`\nd', ['A', 'b c* d']],
    ['| a | b |\n|---|---|\n| 1 | 2 |', ['a', 'b', '1', '2']],
    ['- [x] done\n- to do', ['done', 'to do']],
    ['[a](https://b.example) https://c.example', ['a https://c.example']],
    ['---', []],
    ['1. one', ['one']],
    ['    code', ['code']],
  ]
  for (const [text, found] of lines) {
    it(`says ${JSON.stringify(found)} with ${JSON.stringify(text)}`, () => {
      expect(linesOf(text)).to.deep.equal(found)
    })
  }

  it('leaves the words of a task behind its box', () => {
    expect(inlineOf('- [x] built').map(({ content }) => content)).to.deep.equal(['x', 'built'])
  })

  const footnotes: [text: string, references: string, notes: string][] = [
    ['a[^1] b[^x]\n\n[^1]: one\n[^x]: **two**', '12', '12'],
    ['a[^1]\n[^1]: https://a.example', '1', '1'],
    ['[^1]: first\n\nthen[^1] and [^1] and [^2]', '11', '1'],
    ['> a[^1]\n>\n> [^1]: in a quote', '1', '1'],
    ['a[^1]', '', ''],
    ['a[^1]\n\n[^1]:', '', ''],
    ['a[^1]\n\n    [^1]: code', '', ''],
    ['`[^1]`\n\n[^1]: b', '', '1'],
    ['a[^1 2]\n\n[^1 2]: b', '', ''],
  ]
  for (const [text, references, notes] of footnotes) {
    it(`finds the references ${references || 'none'} and the notes ${notes || 'none'} in ${JSON.stringify(text)}`, () => {
      const contents = (tokens: readonly Token[], type: string): string =>
        tokens
          .filter((token) => token.type === type)
          .map(({ content }) => content)
          .join('')
      expect(contents(inlineOf(text), 'note_ref')).to.equal(references)
      expect(contents(tokensOf(text), 'note')).to.equal(notes)
    })
  }

  it('keeps the words of a note, and what follows it', () => {
    const lines = tokensOf('a[^1]\n[^1]: the note\nmore').filter(({ type }) => type === 'inline')
    expect(lines.map(({ content }) => content)).to.deep.equal(['a[^1]', 'the note', 'more'])
  })

  const pairs: [text: string, count: number][] = [
    ['**A**\n1\n\n**B**\n2', 2],
    ['intro\n\n**A**\n1\n\n**B**\n`2`\n\nend', 2],
    ['**A**\n1', 0],
    ['**A**\n1\n\nwords\n\n**B**\n2', 0],
    ['**A** 1\n\n**B** 2', 0],
    [`**A**\n${'long '.repeat(30)}\n\n**B**\n2`, 0],
    ['**A**\n![p](https://a.example)\n\n**B**\n2', 0],
    ['> **A**\n> 1\n>\n> **B**\n> 2', 0],
  ]
  for (const [text, count] of pairs) {
    it(`puts ${count} paragraphs beside each other of ${JSON.stringify(text).slice(0, 60)}`, () => {
      const found = tokensOf(text).filter((token) => token.attrGet('class') === 'pair')
      expect(found).to.have.lengthOf(count)
    })
  }

  const strong: [text: string, words: string[]][] = [
    ['これは**「強調」**です', ['「強調」']],
    ['**テスト。**次', ['テスト。']],
    ['한국어**"강조"**입니다', ['"강조"']],
    ['a**"b"**c', []],
    ['2 ** 3 ** 4', []],
    ['**bold** word', ['bold']],
  ]
  for (const [text, words] of strong) {
    it(`emphasises ${JSON.stringify(words)} in ${text}`, () => {
      const tokens = inlineOf(text)
      const found = tokens.flatMap(({ type }, at) =>
        type === 'strong_open' ? [tokens[at + 1]?.content ?? ''] : [],
      )
      expect(found).to.deep.equal(words)
    })
  }

  it('reads a long text of addresses in time', () => {
    const start = performance.now()
    tokensOf('www.'.repeat(4_000))
    tokensOf('www.a '.repeat(2_700))
    tokensOf('a@'.repeat(8_000))
    expect(performance.now() - start).to.be.below(2_000)
  })
})

describe('a name that is not Markdown', () => {
  for (const [name, shown] of [
    ['Totals &lt; 0 &amp; more', 'Totals < 0 & more'],
    ['&#65;&#x42;&eacute;', 'ABé'],
    ['C:\\*dir* &unknown; &', 'C:\\*dir* &unknown; &'],
    ['&amp;lt;', '&lt;'],
  ] as const) {
    it(`is shown as ${shown}`, () => {
      expect(withoutEntities(name)).to.equal(shown)
    })
  }
})

describe('the direction of a text', () => {
  for (const [text, direction] of [
    ['שלום', 'rtl'],
    ['123 مرحبا', 'rtl'],
    ['ok שלום', 'ltr'],
    ['日本', 'ltr'],
    ['1. !?', null],
  ] as const) {
    it(`is ${String(direction)}: ${text}`, () => {
      expect(directionOf(text)).to.equal(direction)
    })
  }
})

import { expect } from 'chai'
import { plainText, section, shown, shownAsSent } from './shown.js'

const plain = (text: string, more: object = {}): string =>
  shownAsSent([{ type: 'section', text: { type: 'plain_text', text, ...more } }]).text

describe('plain text', () => {
  it('is never looked through for markup', () => {
    expect(plain('<!here> and <https://a.example|A>')).to.equal(
      '\\<!here> and \\<https://a.example|A>',
    )
  })

  it('shows the characters that Markdown would take for formatting', () => {
    expect(plain('*a* _b_ ~c~ `d` [e](f)')).to.equal('\\*a\\* \\_b\\_ \\~c\\~ \\`d\\` \\[e](f)')
  })

  it('is escaped where it begins a line', () => {
    expect(plain('# a')).to.equal('\\# a')
  })

  it('is escaped nowhere without need', () => {
    for (const text of [
      '2 * 3',
      'snake_case',
      '[FIRING:1] CPU > 90%',
      'C#',
      '-1 & 1',
      'https://a.example/_x_/',
    ]) {
      expect(plain(text)).to.equal(text)
    }
  })

  it('keeps emoji codes, unless its sender says otherwise', () => {
    expect(plain(':tada:')).to.equal(':tada:')
    expect(plain(':tada:', { emoji: true })).to.equal(':tada:')
    expect(plain(':tada:', { emoji: null })).to.equal(':tada:')
    expect(plain(':tada:', { emoji: false })).to.equal('\\:tada:')
  })
})

describe('a mrkdwn object', () => {
  const mrkdwn: readonly (readonly [string, string])[] = [
    ['*b* _i_ ~s~', '**b** _i_ ~~s~~'],
    ['**b** ~~s~~', '**b** ~~s~~'],
    ['`*c*` *b*', '`*c*` **b**'],
    ['* item\n> *quote*', '* item\n> **quote**'],
    ['*<https://a.example|A>*', '**[A](https://a.example)**'],
    ['<!here> <!date^1392734382^{date_num}|x>', '@here 2014-02-18'],
  ]
  for (const [sent, written] of mrkdwn) {
    it(`shows ${JSON.stringify(sent)} as ${JSON.stringify(written)}`, () => {
      expect(shown(section(sent)).text).to.equal(written)
    })
  }

  it('links nothing by itself when it is verbatim', () => {
    expect(
      shownAsSent([{ type: 'section', text: { type: 'mrkdwn', text: 'x', verbatim: false } }]),
    ).to.deep.include({ text: 'x', warnings: [] })
    const text = '*b* @bob https://a.example www.a.example <https://b.example>'
    const block = { type: 'section', text: { type: 'mrkdwn', text, verbatim: true } } as const
    expect(shown(block).text).to.equal(
      '**b** @bob https\\://a.example www\\.a.example <https://b.example>',
    )
  })

  it('is what a text object of another type is read as, with a warning', () => {
    const { text, warnings } = shownAsSent([{ type: 'section', text: { text: '*b*' } }])
    expect(text).to.equal('**b**')
    expect(warnings).to.deep.equal(['blocks[0].text.type: unknown type: read as mrkdwn'])
    expect(shown(section('*b*')).warnings).to.deep.equal([])
    expect(shown({ type: 'section', text: plainText('b') }).warnings).to.deep.equal([])
  })
})

describe('a label', () => {
  it('cannot end its link or begin another one', () => {
    const option = {
      text: plainText('x](https://e.example)'),
      value: '1',
      url: 'https://a.example',
    }
    const menu = { type: 'overflow', options: [option] }
    expect(shownAsSent([{ type: 'actions', elements: [menu] }]).text).to.equal(
      '[x\\](https://e.example)](https://a.example)',
    )
  })
})

import { expect } from 'chai'
import { scanMarkup } from '../../lib/text/markup.js'
import { BOB, found, OPTIONS, translated } from './scanned.js'

type Row = readonly [input: string, output: string]

function rows(cases: readonly Row[]): void {
  for (const [input, output] of cases) {
    const verb = input === output ? 'stays' : `becomes ${JSON.stringify(output)}`
    it(`${JSON.stringify(input)} ${verb}`, () => {
      expect(translated(input)).to.equal(output)
    })
  }
}

function same(...texts: readonly string[]): Row[] {
  return texts.map((text) => [text, text])
}

describe('markup: the table of the specification', () => {
  rows([
    ['<https://a.example>', '<https://a.example>'],
    ['<https://a.example|A>', '[A](https://a.example)'],
    [`<${BOB}>`, `{${BOB}}`],
    ['<!channel>', '@channel'],
    ['<!here>', '@here'],
    ['<!all>', '@all'],
    ...same('<#C024BE7LR>', '<!everyone> hi', '<!group> hi', '*bold*', '**bold**'),
  ])

  it('makes a link of a bare URL, so that it is not cut', () => {
    expect(found('see <https://a.example> now')).to.deep.equal(['link <https://a.example>'])
  })

  it('makes mentions of the three channel-wide calls', () => {
    expect(scanMarkup('<!channel><!here><!all>', OPTIONS).nodes).to.deep.equal([
      { kind: 'channelWide', text: '@channel', who: 'channel' },
      { kind: 'channelWide', text: '@here', who: 'here' },
      { kind: 'channelWide', text: '@all', who: 'all' },
    ])
  })
})

describe('markup: users', () => {
  rows([
    [`<@${BOB}> hello`, `{${BOB}} hello`],
    [`<@${BOB}|bob> hello`, `{${BOB}|bob} hello`],
    [`<@${BOB}><@${BOB}>`, `{${BOB}}{${BOB}}`],
    ['<@U024BE7LH|carol>', 'carol'],
    [`<@<@${BOB}>>`, `<@{${BOB}}>`],
    ...same('<@bob>', '<@>', '<@|x>', '<@U024BE7LH>', '<@ bob>', '<b>', '<@BOB>', `@${BOB}`),
    ...same(`<${BOB.toUpperCase()}>`, `<${BOB}|label>`, `<${BOB}x>`),
  ])

  it('keeps what was written beside the id, for when nobody has it', () => {
    expect(scanMarkup(`<@${BOB}|x>`, OPTIONS).nodes).to.deep.equal([
      { kind: 'user', id: BOB, text: `<@${BOB}|x>`, label: 'x' },
    ])
  })

  it('takes ids of the pattern that the host gives', () => {
    const options = { userIdPattern: /^\d+$/ }
    expect(translated('<42> <x> <@7|seven>', options)).to.equal('{42} <x> {7|seven}')
  })
})

describe('markup: commands', () => {
  rows([
    ['<!channel|x> <!here|x> <!all|x>', '@channel @here @all'],
    ['<!subteam^S123|@devs>', '@devs'],
    ['<#C024BE7LR|general>', '#general'],
    ['<!<!here>>', '<!@here>'],
    ['<!chan<!here>nel>', '<!chan@herenel>'],
    ...same('<!CHANNEL>', '< !channel>', '<!channel', '!channel>', '<!>', '<!x|y>'),
    ['!<@U024BE7LH|[x]>', '![x]'],
    ...same('<#C1| >', '<@U024BE7LH| >'),
    ...same('<!subteam^S123>', '<!subteam^S123| >', '<#>', '<#|x>', '<#C1|>', '&lt;!channel&gt;'),
  ])
})

describe('markup: links', () => {
  rows([
    [
      '<https://a.example|A> and <https://b.example|B>',
      '[A](https://a.example) and [B](https://b.example)',
    ],
    ['<mailto:bob@example.org|Bob>', '[Bob](mailto:bob@example.org)'],
    ['<tel:+1555|call>', '[call](tel:+1555)'],
    ['<sms:+1555|text>', '[text](sms:+1555)'],
    ['<mailto:bob@example.org>', '<mailto:bob@example.org>'],
    ['<ftp://a.example|files>', '[files](ftp://a.example)'],
    ['<HTTPS://a.example|A>', '[A](HTTPS://a.example)'],
    ['</files/1|file>', '[file](/files/1)'],
    ['<https://a.example|>', '<https://a.example>'],
    ['<https://a.example| >', '<https://a.example>'],
    ['<https://a.example|a|b>', '[a|b](https://a.example)'],
    ['<https://a.example|a`> b`', '[a\\`](https://a.example) b`'],
    ['<https://a.example/|>', '<https://a.example/>'],
    ['</files/1|>', '[/files/1](/files/1)'],
    ...same('<https://a.example|a<b>', '<https://a.example\n\n|b>', '<https://a.example|a\n\n> b'),
    ['<https://a.example||x>', '[|x](https://a.example)'],
    ['<https://a.example|A\nB>', '[A B](https://a.example)'],
    ['<https://a.example|A\r\nB>', '[A B](https://a.example)'],
    ['<<https://a.example|A>>', '<[A](https://a.example)>'],
    ['<https://a.example|日本語>', '[日本語](https://a.example)'],
    ['<https://a.example?x=1&amp;y=2|q>', '[q](https://a.example?x=1&amp;y=2)'],
    [
      '<https://a.example?x=1&amp;y=2>',
      '[https://a.example?x=1&amp;y=2](https://a.example?x=1&amp;y=2)',
    ],
    ['<https://a.example/(x)|y>', '[y](https://a.example/(x))'],
    ['<https://a.example/(x|y>', '[y](https://a.example/%28x)'],
    ['<https://a.example/)x(|y>', '[y](https://a.example/%29x%28)'],
    ['<https://a.example/\\|y>', '[y](https://a.example/%5C)'],
    ['<a|b>\n<https://c.example|d>', '<a|b>\n[d](https://c.example)'],
    ...same(
      '<foo|bar>',
      '<|label>',
      '<a\t|b>',
      'a < b | c > d',
      'a<b|c>d',
      'x|y>',
      'x <y|z',
      '< | \n|\n>',
    ),
    ...same(
      '<std::string|x>',
      '<//a.example|x>',
      '</path>',
      '<https://a.exa\nmple|A>',
      '<https://a b|c>',
    ),
    ...same(
      '<https://a.example\n\n|x>',
      '<https://a.example',
      '[A](https://a.example)',
      '&lt;https://a.example|A&gt;',
    ),
  ])

  for (const scheme of ['javascript', 'JavaScript', 'data', 'vbscript', 'blob', 'file']) {
    rows(same(`<${scheme}:alert(1)|x>`, `<${scheme}://x|y>`, `<${scheme}://x>`))
  }

  it('never opens a second link, whatever the label says', () => {
    expect(translated('<https://a.example|x](https://evil.example)[y>')).to.equal(
      '[x\\](https://evil.example)\\[y](https://a.example)',
    )
    expect(translated('<https://a.example|x\\>')).to.equal('[x\\\\](https://a.example)')
    expect(translated('<https://a.example|`x>')).to.equal('[\\`x](https://a.example)')
  })

  it('never makes a picture of a link after an exclamation mark', () => {
    const link = '<https://a.example|A>'
    expect(translated(`Look!${link}`)).to.equal('Look\\![A](https://a.example)')
    expect(translated(`Hey!${link}`)).to.equal('Hey\\![A](https://a.example)')
    expect(translated(`Look\\!${link}`)).to.equal('Look\\![A](https://a.example)')
    expect(translated(`Look\\\\!${link}`)).to.equal('Look\\\\\\![A](https://a.example)')
    const many = '\\'.repeat(100)
    expect(translated(`${many}!${link}`)).to.equal(`${many}\\![A](https://a.example)`)
    expect(translated('Look!<https://a.example>')).to.equal('Look!<https://a.example>')
    expect(translated(`<#C1|x!>${link}`)).to.equal('#x\\![A](https://a.example)')
  })

  it('makes labels of the links of titles, and tells where they lead', () => {
    const title = '<https://a.example|A> <!here> [B](https://b.example) <https://c.example>'
    const { nodes, addresses } = scanMarkup(title, { ...OPTIONS, links: false })
    expect(nodes.map(({ text }) => text).join('')).to.equal('A @here B <https://c.example>')
    expect(addresses).to.deep.equal(['https://a.example', 'https://b.example'])
    for (const other of [
      '[1] (x)',
      '[x](y z)',
      '[x](javascript:alert)',
      '<<https://a.example|A>>',
      '`[x](https://a.example)`',
    ]) {
      expect(translated(other, { ...OPTIONS, links: false })).to.equal(other)
    }
  })

  it('has one space for all white space in a label, blank lines included', () => {
    const text = '<https://a.example|Fix it\n\nCloses #12> in <https://b.example|b>'
    expect(translated(text)).to.equal(
      '[Fix it Closes #12](https://a.example) in [b](https://b.example)',
    )
  })
})

describe('markup: escapes', () => {
  rows([
    ['\\<https://a.example|A>', '\\<https://a.example|A>'],
    ['\\\\<https://a.example|A>', '\\\\[A](https://a.example)'],
    ['\\`<!here>\\`', '\\`@here\\`'],
    ['\\@bob', '\\@bob'],
    ['a\\\n```\n<!here>\n```', 'a\\\n```\n<!here>\n```'],
    ['\\', '\\'],
  ])

  it('leaves entities as they are', () => {
    expect(translated('&lt;!here&gt; &amp; &lt;b&gt;')).to.equal('&lt;!here&gt; &amp; &lt;b&gt;')
  })
})

describe('markup: names written by hand', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['@bob and @carol.', ['name @bob', 'name @carol.']],
    ['(@bob)', ['name @bob']],
    ['@channel, @here @all', ['channelWide @channel', 'channelWide @here', 'channelWide @all']],
    ['@Channel.', ['channelWide @Channel.']],
    ['@channels', ['name @channels']],
    ['bob@example.org', []],
    ['@bob@example.org', []],
    ['npm i @scope/package', []],
    ['https://a.example/@bob', []],
    ['@bob/package @bob/ @bob', ['name @bob', 'name @bob']],
    ['@ bob, @', []],
    ['`@bob`', ['code `@bob`']],
  ]
  for (const [text, nodes] of cases) {
    it(`${JSON.stringify(text)} names ${nodes.length === 0 ? 'nobody' : nodes.join(', ')}`, () => {
      expect(found(text)).to.deep.equal(nodes)
      expect(translated(text)).to.equal(text)
    })
  }

  it('are text where nothing is linked by itself', () => {
    expect(found('@bob <!here>', { ...OPTIONS, names: false })).to.deep.equal(['channelWide @here'])
  })
})

describe('markup: a text of many pieces', () => {
  const pieces = ['name @a', 'text  ', 'name @b', 'text  ', 'name @c']
  const rest: readonly (readonly [number, readonly string[], boolean])[] = [
    [5, pieces, false],
    [4, pieces, false],
    [3, ['name @a', 'text  ', 'name @b', 'text  @c'], true],
    [2, ['name @a', 'text  ', 'name @b', 'text  @c'], true],
    [1, ['name @a', 'text  @b @c'], true],
    [0, ['text @a @b @c'], true],
  ]
  for (const [maxNodes, expected, cut] of rest) {
    it(`is read to the end of the piece that makes ${maxNodes}`, () => {
      const scanned = scanMarkup('@a @b @c', { ...OPTIONS, maxNodes })
      expect(scanned.nodes.map((node) => `${node.kind} ${node.text}`)).to.deep.equal(expected)
      expect(scanned.cut).to.equal(cut)
    })
  }

  for (const more of ['@b', '<!here>', '<https://b.example>', '`b`', '\n```\nb\n```']) {
    it(`is cut before ${JSON.stringify(more)}, which is left as written`, () => {
      const scanned = scanMarkup(`@a ${more} c`, { ...OPTIONS, maxNodes: 1 })
      expect(scanned.nodes.map(({ text }) => text)).to.deep.equal(['@a', ` ${more} c`])
      expect(scanned.cut).to.equal(true)
    })
  }

  for (const rest of ['', ' b', ' a@b', ' <b>', ' `b', '\nb']) {
    it(`is not cut before ${JSON.stringify(rest)}, which is no markup`, () => {
      expect(scanMarkup(`@a${rest}`, { ...OPTIONS, maxNodes: 1 }).cut).to.equal(false)
    })
  }
})

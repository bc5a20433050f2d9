import { expect } from 'chai'
import { allFormats } from '../../lib/formats/all.js'
import { Formats } from '../../lib/formats/registry.js'
import { read } from '../../lib/pipeline/read.js'
import { splitText } from '../../lib/text/split.js'
import { requestOf } from '../support/format-requests.js'
import { USER_ID } from '../support/translation.js'

const OPTIONS = { formats: new Formats(allFormats), userIdPattern: USER_ID }

const TEXT = `beginning\n\`\`\`\n${'line of a log \n'.repeat(3_000)}\`\`\`\nend`

/** What a message shows: the text, and of each attachment the text, fields and buttons. */
function shownBy(format: string, value: object): readonly unknown[] {
  const sent = { name: '', format, body: JSON.stringify(value), contentType: null, headers: {} }
  const { message } = read(requestOf(sent), OPTIONS)
  const written = (nodes: readonly { readonly text: string }[]): string =>
    nodes.map(({ text }) => text).join('')
  const { text, attachments } = message?.value ?? { text: [], attachments: [] }
  return [
    written(text),
    ...attachments.map((each) => [
      written(each.text),
      ...each.fields.map((field) => `${field.title}: ${written(field.value)}`),
      ...each.actions.map(({ stored }) => stored.name),
    ]),
  ]
}

const card = (parts: object): readonly unknown[] =>
  shownBy('teams', { '@type': 'MessageCard', ...parts }).slice(1)
const action = (name: string): object => ({
  '@type': 'OpenUri',
  name,
  targets: [{ os: 'default', uri: `https://example.test/${name}` }],
})
const facts = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => ({ name: `n${at}`, value: 'v' }))

describe('a MessageCard', () => {
  it('of which each line of a text is a section shows all of them as one text', () => {
    const sections = Array.from({ length: 60 }, (_, line) => ({ text: `line ${line}` }))
    const lines = sections.map(({ text }) => text).join('\n')
    expect(card({ sections })).to.deep.equal([[lines]])
  })

  it('of Uptime Kuma is one attachment, without asterisks', () => {
    const down = '🔴 Application [web_1] went down'
    const sections = [
      { activityImage: 'https://kuma.example.test/icon.png', activityTitle: '**Uptime Kuma**' },
      { activityTitle: down },
      {
        activityTitle: '**Description**',
        text: 'timeout of 48000ms exceeded',
        facts: [{ name: 'Monitor', value: 'web_1' }],
      },
    ]
    expect(card({ themeColor: 'ff0000', summary: down, sections })).to.deep.equal([
      [
        `**Uptime Kuma**\n\n**${down}**\n\n**Description**\n\ntimeout of 48000ms exceeded`,
        'Monitor: web_1',
      ],
    ])
  })

  const headings: readonly (readonly [sent: string, shown: string])[] = [
    ['Build 12', '**Build 12**'],
    ['snake_case [x] 5 < 7', '**snake_case [x] 5 < 7**'],
    ['**Build** 12', '**Build** 12'],
    ['*Build*', '*Build*'],
    ['[Build](https://ci.example.test/12)', '[Build](https://ci.example.test/12)'],
    [' Build ', '**Build**'],
  ]
  for (const member of ['title', 'activityTitle']) {
    for (const [sent, shown] of headings) {
      it(`shows the ${member} ${sent} of a section as ${shown}`, () => {
        expect(card({ sections: [{ [member]: sent }] })).to.deep.equal([[shown]])
      })
    }
  }

  const [one, two] = [action('one'), action('two')]
  const hero = { heroImage: { image: 'https://example.test/p.png' } }
  const layouts: readonly (readonly [what: string, parts: object, shown: readonly unknown[]])[] = [
    [
      'text, sections and buttons are one attachment, in this order',
      {
        text: 'a',
        sections: [{ title: 'b' }, { text: 'c', facts: facts(1) }],
        potentialAction: [one],
      },
      [['a\n\n**b**\n\nc', 'n0: v', 'one']],
    ],
    [
      'buttons come last, also without facts',
      { sections: [{ activityTitle: 'a' }], potentialAction: [one] },
      [['**a**', 'one']],
    ],
    [
      'text after facts begins another one',
      {
        sections: [
          { text: 'a', facts: facts(1) },
          { title: 'b', facts: facts(1) },
        ],
      },
      [
        ['a', 'n0: v'],
        ['**b**', 'n0: v'],
      ],
    ],
    [
      'text after buttons begins another one',
      { sections: [{ text: 'a', potentialAction: [one] }, { title: 'b' }], potentialAction: [two] },
      [
        ['a', 'one'],
        ['**b**', 'two'],
      ],
    ],
    [
      'facts after facts do not',
      { sections: [{ facts: facts(2) }, { facts: facts(1) }] },
      [['', 'n0: v', 'n1: v', 'n0: v']],
    ],
    [
      'a section that starts a group begins another one',
      { text: 'a', sections: [{ startGroup: true, title: 'b' }] },
      [['a'], ['**b**']],
    ],
    ['a second picture begins another one', { sections: [hero, { ...hero }] }, [[''], ['']]],
    [
      'a second picture beside the text begins another one',
      {
        sections: ['a', 'b'].map((title) => ({
          title,
          activityImage: 'https://example.test/i.png',
        })),
      },
      [['**a**'], ['**b**']],
    ],
  ]
  for (const [what, parts, shown] of layouts) {
    it(`shows its parts: ${what}`, () => {
      expect(card(parts)).to.deep.equal(shown)
    })
  }

  it('loses no fact and no button by that', () => {
    const cards = card({
      sections: [{ facts: facts(20) }, { facts: facts(20) }],
      potentialAction: ['a', 'b', 'c'].map(action),
    })
    expect(cards.flat()).to.have.lengthOf(1 + 40 + 3)
    const buttons = ['a', 'b', 'c'].map(action)
    const sections = [{ potentialAction: buttons }]
    expect(card({ sections, potentialAction: buttons }).flat()).to.have.lengthOf(1 + 6)
  })
})

describe('a message of Apprise', () => {
  const sent = { version: '1.0', title: 't', type: 'info', message: '[a](https://evil.test/x) *b*' }

  it('is plain text, because nothing says that it is Markdown', () => {
    expect(shownBy('apprise', sent)).to.deep.equal([
      '**t**\n\\[a\\](https\\://evil.test/x) \\*b\\*',
    ])
    expect(shownBy('apprise', { ...sent, format: 'text' })).to.deep.equal(shownBy('apprise', sent))
  })

  it('is Markdown if it says so', () => {
    const [shown] = shownBy('apprise', { ...sent, format: 'markdown' })
    expect(shown).to.equal(`**t**\n${sent.message}`)
  })
})

describe('Markdown for another chat', () => {
  const rows: readonly (readonly [format: string, body: object])[] = [
    ['discord', { content: TEXT }],
    ['gotify', { message: TEXT, extras: { 'client::display': { contentType: 'text/markdown' } } }],
    ['apprise', { version: '1.0', type: 'info', title: '', message: TEXT, format: 'markdown' }],
  ]
  for (const [format, body] of rows) {
    it(`of ${format} is split like other texts: its code is closed and opened again`, () => {
      const sent = { name: '', format, body: JSON.stringify(body), contentType: null, headers: {} }
      const { message } = read(requestOf(sent), OPTIONS)
      const nodes = message?.value.text ?? []
      const segments = nodes.map((node) => ({
        text: node.text,
        solid: false,
        fence: node.kind === 'code' ? node.fence : null,
      }))
      const parts = splitText(segments, 16_383, 10)
      expect(parts).to.have.lengthOf(3)
      for (const { text } of parts) expect(text.split('```')).to.have.lengthOf(3)
      expect(parts.at(-1)?.text).to.match(/```\nend$/)
    })
  }
})

import { expect } from 'chai'
import { allFormats } from '../../lib/formats/all.js'
import type { Format } from '../../lib/formats/format.js'
import { Formats } from '../../lib/formats/registry.js'
import { WebhookError } from '../../lib/model/errors.js'
import { type Read, read } from '../../lib/pipeline/read.js'
import { type FormatFixture, formatFixtures, requestOf } from '../support/format-requests.js'
import { acceptedSenders } from '../support/senders.js'
import { USER_ID } from '../support/translation.js'

const OPTIONS = { formats: new Formats(allFormats), userIdPattern: USER_ID }
const HOSTILE = '@channel <!here> [x](https://evil.test) '
/** Their senders write Markdown, in which such a link is one. */
const CHATS = new Set(['discord', 'teams', 'googlechat', 'ntfy', 'gotify', 'text'])

const names = new Set(allFormats.map(({ name }) => name))
const fixtures = formatFixtures().filter(({ format, body }) => names.has(format) && isJson(body))

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** Null if the request is refused. */
function readAs(fixture: FormatFixture, body: unknown, isStrict: boolean): Read | null {
  const asked = isStrict ? OPTIONS.formats.asked(`/${fixture.format}`) : null
  const request = requestOf(fixture, JSON.stringify(body))
  try {
    return read(asked ? { ...request, asked } : request, OPTIONS)
  } catch (error) {
    if (error instanceof WebhookError) return null
    throw error
  }
}

/** Every string of a value in turn becomes what `change` makes of it. */
function withStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => withStrings(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withStrings(member, change)]),
  )
}

function textsOf({ message }: Read): readonly string[] {
  if (!message) return []
  const { text, attachments } = message.value
  const all = [
    text,
    ...attachments.flatMap((each) => [
      each.text,
      each.footer,
      each.pretext,
      ...each.fields.map(({ value }) => value),
    ]),
  ]
  // Nothing is a link in code.
  const shown = all.map((nodes) => nodes.filter(({ kind }) => kind !== 'code'))
  return shown.map((nodes) => nodes.map((node) => node.text).join(''))
}

describe('requests of other formats', () => {
  it('are recorded for every format', () => {
    expect(fixtures.length).to.be.greaterThan(80)
  })

  it('mention nobody and link to nothing, whatever their strings are', () => {
    const whole = (): string => HOSTILE
    const before = (text: string): string => (text.includes('://') ? text : HOSTILE + text)
    for (const fixture of fixtures.filter(({ format }) => format !== 'rocketchat')) {
      for (const change of [whole, before]) {
        const found = readAs(fixture, withStrings(JSON.parse(fixture.body), change), true)
        if (!found?.message) continue
        expect(found.message.value.mentioned, fixture.name).to.deep.equal({
          userIds: [],
          usernames: [],
        })
        const wide = found.message.value.text.filter(({ kind }) => kind === 'channelWide')
        expect(wide, fixture.name).to.deep.equal([])
        if (CHATS.has(fixture.format)) continue
        for (const text of textsOf(found)) {
          expect(text, fixture.name).not.to.match(/(^|[^\\])\]\(https:\/\/evil/)
        }
      }
    }
  })

  it('are read or refused without any one of their members', () => {
    for (const fixture of fixtures) {
      const body = JSON.parse(fixture.body) as Readonly<Record<string, unknown>>
      for (const name of Object.keys(body)) {
        const { [name]: _gone, ...rest } = body
        for (const isStrict of [true, false]) {
          expect(() => readAs(fixture, rest, isStrict), `${fixture.name}, ${name}`).not.to.throw()
        }
      }
    }
  })

  it('are read or refused with members of any other type', () => {
    const values = [null, 5, '', 'x', [], {}, [null], { a: [] }, true, -1, 1e300]
    for (const fixture of fixtures) {
      const body = JSON.parse(fixture.body) as Readonly<Record<string, unknown>>
      for (const name of Object.keys(body)) {
        for (const value of values) {
          const odd = { ...body, [name]: value }
          expect(() => readAs(fixture, odd, true), `${fixture.name}, ${name}`).not.to.throw()
        }
      }
    }
  })

  it('of our own format are read as if there were no other', () => {
    const alone = { ...OPTIONS, formats: new Formats([]) }
    const senders = acceptedSenders()
    for (const { name, request } of senders) {
      const { answer: _with, ...together } = read(request(), OPTIONS)
      const { answer: _without, ...before } = read(request(), alone)
      expect(together, name).to.deep.equal(before)
    }
    expect(senders.length).to.be.greaterThan(100)
  })
})

function linesOfText(count: number): readonly object[] {
  return Array.from({ length: count }, (_, line) => ({ text: `line ${line}` }))
}

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
  it('of which each line of a text is a section says how many lines are left out', () => {
    const [shown, ...others] = card({ sections: linesOfText(60) })
    expect(others).to.deep.equal([])
    expect(String(shown)).to.match(/^line 0\nline 1\n[^]*\nline 49\n\nand 10 more$/)
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
    expect(cards.flat()).to.have.lengthOf(2 + 40 + 3)
    const buttons = ['a', 'b', 'c'].map(action)
    const sections = [{ potentialAction: buttons }]
    expect(card({ sections, potentialAction: buttons }).flat()).to.have.lengthOf(2 + 6)
  })
})

describe('a message of Apprise', () => {
  const sent = { version: '1.0', title: 't', type: 'info', message: '[a](https://evil.test/x) *b*' }

  it('is plain text, because nothing says that it is Markdown', () => {
    expect(shownBy('apprise', sent)).to.deep.equal(['**t**\n\\[a](https\\://evil.test/x) \\*b\\*'])
    expect(shownBy('apprise', { ...sent, format: 'text' })).to.deep.equal(shownBy('apprise', sent))
  })

  it('is Markdown if it says so', () => {
    const [shown] = shownBy('apprise', { ...sent, format: 'markdown' })
    expect(shown).to.equal(`**t**\n${sent.message}`)
  })
})

describe('a request that is not what it seems', () => {
  const robot: Format = {
    name: 'robot',
    title: 'A robot',
    detect: () => 'header',
    read: () => ({ kind: 'refuse', path: 'robot', reason: 'is missing' }),
  }
  const formats = new Formats([robot, ...allFormats])
  const send = (body: unknown): Read => {
    const bytes = Buffer.from(JSON.stringify(body))
    return read(
      { contentType: undefined, queryPayload: null, body: { kind: 'bytes', bytes } },
      { ...OPTIONS, formats },
    )
  }

  it('by its headers is read by its body, with a warning', () => {
    const { format, message } = send({ content: 'c' })
    expect(format).to.equal('discord')
    expect(message?.warnings).to.deep.equal([
      { path: '', reason: 'the headers are those of robot, and the body is not' },
    ])
  })

  it('because it shows nothing is refused', () => {
    for (const body of [{ message: ' ', priority: 1 }, { embeds: [{ fields: [{}] }] }]) {
      expect(() => send(body))
        .to.throw(WebhookError)
        .with.property('code', 'no_text')
    }
  })
})

describe('what a card loses', () => {
  const lost: readonly (readonly [string, object, readonly string[]])[] = [
    [
      'teams',
      {
        type: 'AdaptiveCard',
        body: [
          { type: 'TextBlock', text: 'Approve?' },
          { type: 'Input.Text', label: 'Why' },
        ],
        actions: [{ type: 'Action.Submit', title: 'Yes' }],
      },
      ['Input.Text', 'Action.Submit'],
    ],
    [
      'teams',
      { '@type': 'MessageCard', text: 't', potentialAction: [{ '@type': 'HttpPOST', name: 'Go' }] },
      ['potentialAction'],
    ],
    ['teams', { '@type': 'MessageCard', sections: linesOfText(60) }, ['sections']],
    [
      'discord',
      { content: 'c', components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Go' }] }] },
      ['components'],
    ],
    [
      'apprise',
      { version: '1.0', type: 'info', title: 't', message: 'm', attachments: [{ filename: 'a' }] },
      ['attachments'],
    ],
  ]
  for (const [format, body, paths] of lost) {
    it(`is a warning: ${paths.join(', ')} of ${format}`, () => {
      const fixture = {
        name: '',
        format,
        body: JSON.stringify(body),
        contentType: null,
        headers: {},
      }
      const { message, format: found } = read(requestOf(fixture), OPTIONS)
      expect(found).to.equal(format)
      expect(message?.warnings.map(({ path }) => path)).to.deep.equal(paths)
    })
  }
})

describe('the URL of a webhook', () => {
  const { formats } = OPTIONS
  const asked: readonly (readonly [string, string | null])[] = [
    ['', 'any'],
    ['/slack', 'native'],
    ['/mattermost', 'native'],
    ['/discord', 'discord'],
    ['/msteams', 'teams'],
    ['/gotify/message', 'gotify'],
    ['/message', 'gotify'],
    ['/api/v1/chat.postMessage', 'rocketchat'],
    ['/discord/message', null],
    ['/slack/x', null],
    ['/nothing', null],
    ['/', null],
    ['/__proto__', null],
  ]
  for (const [path, expected] of asked) {
    it(`asks with ${path || 'nothing'} for ${expected ?? 'no format'}`, () => {
      const found = formats.asked(path)
      expect(found?.kind === 'format' ? found.format.name : (found?.kind ?? null)).to.equal(
        expected,
      )
    })
  }

  it('has names of a shape, and each once', () => {
    const [one] = allFormats
    if (!one) throw new Error('there are formats')
    expect(() => new Formats([one, one])).to.throw(TypeError, 'two formats are called')
    expect(() => new Formats([{ ...one, name: 'slack' }])).to.throw(TypeError, 'called slack')
    expect(() => new Formats([{ ...one, name: 'No' }])).to.throw(TypeError, 'a name consists of')
    expect(() => new Formats([{ ...one, paths: ['no'] }])).to.throw(TypeError, 'a path is like')
  })
})

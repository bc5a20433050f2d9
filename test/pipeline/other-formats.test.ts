import { expect } from 'chai'
import { allFormats } from '../../lib/formats/all.js'
import type { Format } from '../../lib/formats/format.js'
import { Formats } from '../../lib/formats/registry.js'
import { WebhookError } from '../../lib/model/errors.js'
import { read, type Understood } from '../../lib/pipeline/read.js'
import { allOr } from '../support/all.js'
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
function readAs(fixture: FormatFixture, body: unknown, isStrict: boolean): Understood | null {
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

function textsOf({ message }: Understood): readonly string[] {
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
      for (const [at, name] of Object.keys(body).entries()) {
        const { [name]: _gone, ...rest } = body
        for (const isStrict of allOr([true, false], [at % 2 === 0])) {
          expect(() => readAs(fixture, rest, isStrict), `${fixture.name}, ${name}`).not.to.throw()
        }
      }
    }
  })

  it('are read or refused with members of any other type', () => {
    const values = [null, 5, '', 'x', [], {}, [null], { a: [] }, true, -1, 1e300]
    // In turns, so that each value is in place of many members.
    let turn = 0
    for (const fixture of fixtures) {
      const body = JSON.parse(fixture.body) as Readonly<Record<string, unknown>>
      for (const name of Object.keys(body)) {
        turn += 1
        for (const value of allOr(values, [values[turn % values.length]])) {
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

describe('a request that is not what it seems', () => {
  const robot: Format = {
    name: 'robot',
    title: 'A robot',
    detect: () => 'header',
    read: () => ({ kind: 'refuse', path: 'robot', reason: 'is missing' }),
  }
  const formats = new Formats([robot, ...allFormats])
  const send = (body: unknown): Understood => {
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
      ['body[1]', 'actions[0]'],
    ],
    [
      'teams',
      { '@type': 'MessageCard', text: 't', potentialAction: [{ '@type': 'HttpPOST', name: 'Go' }] },
      ['potentialAction[0]'],
    ],
    [
      'discord',
      { content: 'c', components: [{ type: 1, components: [{ type: 2, style: 1, label: 'Go' }] }] },
      ['components[0].components[0]'],
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
    const upper = { ...one, choosingHeaders: ['X-Event'] }
    expect(() => new Formats([upper])).to.throw(
      TypeError,
      'a header in headers, choosingHeaders or sayingHeaders is like',
    )
  })
})

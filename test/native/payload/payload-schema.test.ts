import { expect } from 'chai'
import { readPayload } from '../../../lib/native/payload/payload-schema.js'
import { Reading } from '../../../lib/native/payload/reading.js'
import { read, refuses } from '../payloads.js'

const TEXTS = ['text', 'channel', 'username', 'icon_url', 'icon_emoji', 'type', 'root_id'] as const

describe('a payload', () => {
  it('of a text alone has everything else absent', () => {
    expect(read({})).to.deep.equal({
      payload: {
        text: 't',
        channel: '',
        username: '',
        icon_url: '',
        icon_emoji: '',
        type: '',
        root_id: '',
        silent: false,
        props: {},
        priority: null,
        attachments: [],
        blocks: [],
        parts: null,
      },
      warnings: [],
      ignored: [],
    })
  })

  it('takes null and "" for absent, in every field', () => {
    const names = [...TEXTS.slice(1), 'silent', 'props', 'priority', 'attachments', 'blocks']
    for (const absent of [null, '']) {
      const members = Object.fromEntries(names.map((name) => [name, absent]))
      expect(read(members)).to.deep.equal(read({}))
    }
  })

  it('takes names exactly first, then ignoring case', () => {
    expect(read({ text: 'a', Text: 'b', CHANNEL: 'c', Icon_Url: 'u' }).payload).to.include({
      text: 'a',
      channel: 'c',
      icon_url: 'u',
    })
    const warnings = new Reading()
    expect(readPayload({ TEXT: 'a' }, warnings).text).to.equal('a')
  })

  it('takes the exact name before another spelling, also when it is absent', () => {
    expect(read({ channel: null, Channel: 'x' }).payload.channel).to.equal('')
  })

  it('ignores unknown members with a warning, but not empty ones', () => {
    const { warnings } = read({ thread_ts: '1.2', metadata: {}, reply_to: null, x: '' })
    expect(warnings).to.deep.equal(['thread_ts: not supported', 'metadata: not supported'])
  })

  it('lists members that have no effect and nothing to show, and warns of none of them', () => {
    const members = {
      mrkdwn: true,
      parse: 'full',
      Link_Names: 1,
      unfurl_links: false,
      unfurl_media: true,
      replace_original: false,
      delete_original: false,
      response_type: 'in_channel',
      as_user: null,
      callback_id: '',
      attachments: [
        { text: 'a', mrkdwn_in: ['text'], callback_id: 'c', attachment_type: 'default' },
      ],
    }
    const { warnings, ignored } = read(members)
    expect(warnings).to.deep.equal([])
    expect(ignored).to.deep.equal([
      'mrkdwn',
      'parse',
      'Link_Names',
      'unfurl_links',
      'unfurl_media',
      'replace_original',
      'delete_original',
      'response_type',
      'attachments[0].mrkdwn_in',
      'attachments[0].callback_id',
      'attachments[0].attachment_type',
    ])
  })

  it('lists no fallback that counts as absent', () => {
    for (const fallback of [false, null, '']) {
      expect(read({ text: 't', fallback, attachments: [{ text: 'a', fallback }] }).ignored).to.be
        .empty
    }
  })

  it('lists a fallback beside content, and none that is all there is', () => {
    const attachments = [
      { fallback: 'short', text: 'long' },
      { fallback: 'short', color: 'good' },
      { fallback: 'short', fields: [{ title: 'a' }] },
    ]
    expect(read({ attachments, fallback: 'short' }).ignored).to.deep.equal([
      'attachments[0].fallback',
      'attachments[2].fallback',
      'fallback',
    ])
  })

  it('reads own members only', () => {
    const inherited = Object.create({ channel: 'x' }) as object
    expect(readPayload(Object.assign(inherited, { text: 'a' }), new Reading()).channel).to.equal('')
    const parsed = JSON.parse('{"text":"a","__proto__":{"channel":"x"},"constructor":1}') as object
    expect(read(parsed).payload.channel).to.equal('')
    expect(read(parsed).warnings).to.deep.equal([
      '__proto__: not supported',
      'constructor: not supported',
    ])
  })
})

describe('a payload of the wrong type', () => {
  const wrong: readonly (readonly [object, string])[] = [
    ...TEXTS.map((name) => [{ [name]: 1 }, `${name}: expected a string, got a number`] as const),
    ...TEXTS.map((name) => [{ [name]: {} }, `${name}: expected a string, got an object`] as const),
    [{ text: ['a'] }, 'text: expected a string, got an array'],
    [{ text: true }, 'text: expected a string, got a boolean'],
    [{ attachments: false }, 'attachments: expected an array, got a boolean'],
    [{ props: false }, 'props: expected an object, got a boolean'],
    [{ silent: 'true' }, 'silent: expected true or false, got a string'],
    [{ silent: 1 }, 'silent: expected true or false, got a number'],
    [{ props: [] }, 'props: expected an object, got an array'],
    [{ props: 'x' }, 'props: expected an object, got a string'],
    [{ priority: 'urgent' }, 'priority: expected an object, got a string'],
    [
      { priority: { priority: 'urgent', requested_ack: 'yes' } },
      'priority.requested_ack: expected true or false',
    ],
    [{ attachments: {} }, 'attachments: expected an array, got an object'],
    [{ attachments: ['x'] }, 'attachments[0]: expected an object, got a string'],
    [{ attachments: [null, { text: 1 }] }, 'attachments[1].text: expected a string'],
    [{ blocks: 'x' }, 'blocks: expected an array, got a string'],
    [{ blocks: [null, 1] }, 'blocks[1]: expected an object, got a number'],
  ]
  for (const [members, detail] of wrong) {
    it(`is refused: ${detail}`, () => {
      refuses(() => read(members), 'payload_unparsable', detail)
    })
  }

  for (const [value, came] of [
    [[], 'an array'],
    ['x', 'a string'],
    [1, 'a number'],
    [null, 'null'],
    [undefined, 'a undefined'],
  ] as const) {
    it(`is refused when it is ${came}`, () => {
      refuses(
        () => readPayload(value, new Reading()),
        'payload_unparsable',
        `the payload: expected an object, got ${came}`,
      )
    })
  }
})

describe('false', () => {
  it('means absent for each string', () => {
    for (const name of TEXTS.slice(1)) {
      expect(read({ [name]: false }).payload, name).to.include({ [name]: '' })
    }
    expect(read({ icon_url: false }).warnings).to.deep.equal([])
  })

  it('means absent for the strings of an attachment, but is the value of a field', () => {
    const sent = { text: 'a', title: false, pretext: false, footer: false }
    const { payload } = read({
      text: false,
      attachments: [{ ...sent, fields: [{ title: false, value: false }] }],
    })
    expect(payload.attachments[0]).to.include({ text: 'a', title: '', pretext: '', footer: '' })
    expect(payload.attachments[0]?.fields[0]).to.include({ title: '', value: 'false' })
  })

  it('alone is no text', () => {
    refuses(() => readPayload({ text: false }, new Reading()), 'no_text', '')
  })
})

describe('a payload that shows nothing', () => {
  const nothing: readonly object[] = [
    {},
    { text: '' },
    { text: null, attachments: [] },
    { attachments: [null] },
    { attachments: [{}] },
    { attachments: [{ text: '', fields: [], actions: [null], ts: null }] },
    { attachments: [{ unknown: 'x' }], blocks: [null] },
    { props: { a: 1 }, channel: 'x' },
    { payload: { text: 'a' } },
  ]
  for (const members of nothing) {
    it(`is refused: ${JSON.stringify(members)}`, () => {
      refuses(
        () => readPayload(members, new Reading()),
        'no_text',
        'a payload needs text, an attachment or a block',
      )
    })
  }

  for (const members of [
    { text: ' ' },
    { text: '\n' },
    { text: '\u200b' },
    { attachments: [{ ts: 0 }] },
    { attachments: [{ fallback: 'a' }] },
    { blocks: [{}] },
  ]) {
    it(`is another incident than ${JSON.stringify(members)}`, () => {
      expect(() => readPayload(members, new Reading())).not.to.throw()
    })
  }
})

describe('priority', () => {
  it('asks for answers and for repeated notices too, and tells what else it holds', () => {
    const priority = {
      priority: 'urgent',
      requested_ack: true,
      persistent_notifications: true,
    }
    const { payload, warnings } = read({ priority: { ...priority, color: 'red' } })
    expect(payload.priority).to.deep.equal(priority)
    expect(warnings).to.deep.equal(['priority.color: not supported'])
  })

  const cases: readonly (readonly [object, string | null])[] = [
    [{ priority: 'urgent' }, 'urgent'],
    [{ priority: '' }, ''],
    [{ Priority: '' }, ''],
    [{ Priority: 'urgent' }, 'urgent'],
    [{ priority: null }, null],
    [{ priority: false }, null],
    [{ priority: 1, Priority: '' }, null],
    [{ other: '' }, null],
    [{ priority: 1 }, null],
    [{ priority: 'high' }, 'high'],
    [{}, null],
    [{ requested_ack: true }, null],
  ]
  for (const [value, priority] of cases) {
    it(`${JSON.stringify(value)} is ${JSON.stringify(priority)}`, () => {
      expect(read({ priority: value }).payload.priority?.priority).to.equal(priority)
    })
  }
})

describe('warnings', () => {
  it('are at most 100, with the number of those left out', () => {
    const members = Object.fromEntries(Array.from({ length: 150 }, (_, n) => [`unknown${n}`, 1]))
    const { warnings } = read(members)
    expect(warnings).to.have.lengthOf(101)
    expect(warnings.at(-1)).to.equal(': 50 more warnings')
  })

  it('count a single one that was left out in the singular', () => {
    const members = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`unknown${n}`, 1]))
    expect(read(members).warnings.at(-1)).to.equal(': 1 more warning')
  })

  it('of what is ignored are at most 100, with the number of those left out', () => {
    const attachments = Array.from({ length: 150 }, () => ({ text: 'a', mrkdwn_in: ['text'] }))
    const { ignored, warnings } = read({ attachments })
    expect(ignored).to.have.lengthOf(101)
    expect(ignored.at(-1)).to.equal('and 50 more')
    expect(warnings).to.deep.equal([])
  })

  it('hold no endless names', () => {
    const { warnings } = read({ ['x'.repeat(5000)]: 1 })
    expect(warnings[0]).to.have.lengthOf('x'.repeat(200).length + ': not supported'.length)
  })
})

import { expect } from 'chai'
import type { FormFields } from '../../../lib/native/body/fields.js'
import { parse } from '../../support/parse.js'
import type { HookBody } from '../../../lib/native/body/sent.js'
import { WebhookError } from '../../../lib/model/errors.js'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const A = '{"text":"a"}'
const ENCODED = `payload=${encodeURIComponent(A)}`

type Sent = string | Uint8Array | HookBody

function textOf(sent: Sent, contentType?: string, queryPayload: string | null = null): string {
  const body: HookBody =
    typeof sent === 'string'
      ? { kind: 'bytes', bytes: Buffer.from(sent) }
      : sent instanceof Uint8Array
        ? { kind: 'bytes', bytes: sent }
        : sent
  return parse({ contentType, body, queryPayload }).value.text
}

function refusal(...args: Parameters<typeof textOf>): WebhookError {
  try {
    textOf(...args)
  } catch (error) {
    if (error instanceof WebhookError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('parse: the bytes decide', () => {
  for (const type of [
    undefined,
    '',
    JSON_TYPE,
    `${JSON_TYPE}; charset=utf-8`,
    FORM,
    'text/plain',
    'text/xml',
    'nonsense',
  ]) {
    it(`JSON is JSON under ${type ?? 'no type'}`, () => {
      expect(textOf(A, type)).to.equal('a')
      expect(textOf(`\n ${A}`, type)).to.equal('a')
      expect(textOf(`\ufeff${A}`, type)).to.equal('a')
      expect(textOf('{"text":"100% of 41 GB & no + errors = fine"}', type)).to.equal(
        '100% of 41 GB & no + errors = fine',
      )
    })

    it(`a form is a form under ${type ?? 'no type'}`, () => {
      expect(textOf(ENCODED, type)).to.equal('a')
      expect(textOf(`token=x&${ENCODED}`, type)).to.equal('a')
      expect(textOf(`payload=${A}`, type)).to.equal('a')
    })

    it(`words are refused under ${type ?? 'no type'}`, () => {
      expect(refusal('Deploy is live', type).code).to.equal('payload_unparsable')
      expect(refusal('', type).code).to.equal('payload_unparsable')
    })
  }

  it('a form that was sent unencoded is tried as it stands', () => {
    const sent = 'payload={"text":"see https://a.example/?a=1&b=2 100% + more"}'
    expect(textOf(sent, FORM)).to.equal('see https://a.example/?a=1&b=2 100% + more')
  })

  it("the decoded value's fault is told, not that of the second try", () => {
    expect(refusal(`payload=${encodeURIComponent('{"text":"a" 1}')}`, FORM).detail).to.include(
      'position 12',
    )
  })

  it('a form without payload, text and attachments is refused', () => {
    const detail = 'the form has no field named payload, text, attachments or blocks'
    expect(refusal('title=a', FORM).detail).to.equal(detail)
    expect(refusal('text=&username=b', FORM).detail).to.equal(detail)
  })

  it('a form with a text is its own payload', () => {
    expect(textOf('text=a+%26+b', FORM)).to.equal('a & b')
    expect(textOf('TEXT=a&text=b', FORM)).to.equal('b')
    expect(textOf('payload=&text=b', FORM)).to.equal('b')
    expect(textOf({ kind: 'form', fields: [['Text', 'a']] }, FORM)).to.equal('a')
  })

  it('a payload and that of the query go before the text of a form', () => {
    expect(textOf(`text=b&${ENCODED}`, FORM)).to.equal('a')
    expect(textOf('text=b', FORM, A)).to.equal('a')
  })

  it('a payload is found ignoring case, after the exact name', () => {
    expect(textOf(ENCODED.replace('payload', 'Payload'), FORM)).to.equal('a')
    expect(textOf(`PAYLOAD=x&${ENCODED}`, FORM)).to.equal('a')
    expect(textOf({ kind: 'fields', fields: [['Payload', A]] }, FORM)).to.equal('a')
  })

  const beside: FormFields = [
    ['text', 'b'],
    ['payload', A],
    ['token', 't'],
    ['empty', ''],
    ['Link_Names', '1'],
  ]
  const bodies: readonly (readonly [string, HookBody, string | null])[] = [
    [
      'a form',
      {
        kind: 'text',
        text: new URLSearchParams(
          beside.map(([name, value]): [string, string] => [name, value]),
        ).toString(),
      },
      null,
    ],
    ["a host's form", { kind: 'form', fields: beside }, null],
    ['a multipart form', { kind: 'fields', fields: beside }, null],
    [
      'a form beside the payload of the query',
      { kind: 'form', fields: beside.filter(([name]) => name !== 'payload') },
      A,
    ],
  ]
  for (const [title, body, queryPayload] of bodies) {
    it(`the fields beside the payload of ${title} are reported`, () => {
      const { value, warnings, ignored } = parse({ contentType: FORM, body, queryPayload })
      expect(value.text).to.equal('a')
      expect(warnings).to.deep.equal(
        ['text', 'token'].map((path) => ({
          path,
          reason: 'not used, because the form has a payload',
        })),
      )
      expect(ignored).to.deep.equal(['Link_Names'])
    })
  }

  it('what looks like fields behind an unencoded payload is not reported', () => {
    const sent = 'payload={"text":"see https://a.example/?a=1&b=2 100% + more"}'
    const body = { kind: 'text', text: sent } as const
    expect(parse({ contentType: FORM, body, queryPayload: null }).warnings).to.deep.equal([])
  })

  it('a text without the type of a form is no form', () => {
    expect(refusal('text=a', JSON_TYPE).code).to.equal('payload_unparsable')
  })

  it('a form with a text but no JSON in it has its fault told by its place', () => {
    expect(refusal('payload=hello', FORM).detail).to.include('position 0')
  })

  it('a wrapped payload is an unknown member', () => {
    expect(refusal('{"payload":{"text":"a"}}', JSON_TYPE).code).to.equal('no_text')
  })
})

describe('parse: the payload of the query', () => {
  const B = '{"text":"b"}'

  it('counts for an empty body and for a form without one', () => {
    expect(textOf('', FORM, B)).to.equal('b')
    expect(textOf('', undefined, B)).to.equal('b')
    expect(textOf('token=x', FORM, B)).to.equal('b')
    expect(textOf({ kind: 'form', fields: [] }, FORM, B)).to.equal('b')
  })

  it('gives way to the body', () => {
    expect(textOf(ENCODED, FORM, B)).to.equal('a')
    expect(textOf(A, JSON_TYPE, B)).to.equal('a')
    expect(textOf({ kind: 'form', fields: [['payload', A]] }, FORM, B)).to.equal('a')
  })
})

describe('parse: charsets', () => {
  const cases: readonly (readonly [string, Uint8Array])[] = [
    ['utf-8', Buffer.from('{"text":"café"}')],
    ['UTF8', Buffer.from('{"text":"café"}')],
    ['iso-8859-1', Buffer.from('{"text":"café"}', 'latin1')],
    ['"windows-1252"', Buffer.from('{"text":"café"}', 'latin1')],
    ['utf-16le', Buffer.from('{"text":"café"}', 'utf16le')],
    ['utf-16', Buffer.from('\ufeff{"text":"café"}', 'utf16le')],
    ['utf-16be', Buffer.from('{"text":"café"}', 'utf16le').swap16()],
    ['shift_jis', Buffer.from('{"text":"caf\\u00e9"}')],
  ]
  for (const [charset, bytes] of cases) {
    it(`read the bytes as ${charset} says`, () => {
      expect(textOf(bytes, `application/json; charset=${charset}`)).to.equal('café')
    })
  }

  it('that nobody knows is refused', () => {
    expect(refusal(A, 'application/json; charset=klingon').code).to.equal('unsupported_encoding')
  })

  const broken = Buffer.concat([
    Buffer.from('{"text":"a'),
    Buffer.from([0xff, 0xc3]),
    Buffer.from('"}'),
  ])

  it('that breaks leaves U+FFFD, never a refusal', () => {
    expect(textOf(broken, `${JSON_TYPE}; charset=utf-8`)).to.equal('a\ufffd\ufffd')
  })

  it('that nobody names is windows-1252 where the bytes are no UTF-8', () => {
    expect(textOf(broken, JSON_TYPE)).to.equal('aÿÃ')
    expect(textOf(Buffer.from('payload={"text":"Gr\xfc\xdfe"}', 'latin1'), FORM)).to.equal('Grüße')
  })
})

describe('parse: numbers', () => {
  it('that JavaScript cannot hold are shown as they were sent, from JSON and forms alike', () => {
    const json = '{"attachments":[{"fields":[{"title":"a","value":9007199254740993}]}]}'
    const bodies: readonly (readonly [string, HookBody])[] = [
      [JSON_TYPE, { kind: 'bytes', bytes: Buffer.from(json) }],
      [FORM, { kind: 'text', text: `payload=${json}` }],
      ['multipart/form-data', { kind: 'fields', fields: [['payload', json]] }],
    ]
    for (const [contentType, body] of bodies) {
      const { value, warnings } = parse({ contentType, body, queryPayload: null })
      expect(value.attachments[0]?.fields[0]?.value).to.equal('9007199254740993')
      expect(warnings).to.deep.equal([])
    }
  })
})

describe('parse: what a host has parsed', () => {
  it('is taken as text, as an object, as fields and as a form', () => {
    expect(textOf({ kind: 'text', text: A })).to.equal('a')
    expect(textOf({ kind: 'text', text: `\ufeff${A}` })).to.equal('a')
    expect(textOf({ kind: 'text', text: ENCODED }, FORM)).to.equal('a')
    expect(textOf({ kind: 'parsed', value: { text: 'a' } })).to.equal('a')
    expect(textOf({ kind: 'fields', fields: [['text', 'a']] })).to.equal('a')
    expect(textOf({ kind: 'form', fields: [['payload', A]] })).to.equal('a')
  })

  it('keeps the warnings of fields that were read before', () => {
    const warning = { path: 'text', reason: 'this part names an unknown charset' }
    const body: HookBody = { kind: 'fields', fields: [['text', 'a']], warnings: [warning] }
    expect(parse({ contentType: undefined, body, queryPayload: null }).warnings).to.deep.equal([
      warning,
    ])
  })

  it('is refused with the cause when JSON was taken for a form', () => {
    const { code, detail } = refusal({ kind: 'form', fields: [] })
    expect(code).to.equal('payload_unparsable')
    expect(detail).to.equal(
      'the form has no field named payload, text, attachments or blocks; if JSON was sent, a body ' +
        'parser before the webhooks router read it as a form: send Content-Type: ' +
        'application/json, or mount the router first',
    )
  })

  it('is refused when it is no object', () => {
    for (const value of [undefined, null, 'x', 1, []]) {
      expect(refusal({ kind: 'parsed', value }).code).to.equal('payload_unparsable')
    }
  })
})

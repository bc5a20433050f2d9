import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { hookHost, type HookHostOptions } from '../support/hook-host.js'
import { send } from './wire.js'

const JSON_TYPE = 'application/json'
const FORM = 'application/x-www-form-urlencoded'
const UNPARSABLE = '400 model.incoming_hook.parse_data.app_error'
const TOO_LARGE = '413 api.context.request_body_too_large.app_error'
const UNSUPPORTED = '415 api.context.unsupported_encoding.app_error'
const A = '{"text":"a"}'
const ENCODED = `payload=${encodeURIComponent(A)}`

type Headers = Readonly<Record<string, string>>

/** The message that came of a body, or the status and the id of the refusal. */
async function outcome(
  body: string | Uint8Array,
  headers: Headers = {},
  options: HookHostOptions & { readonly query?: string } = {},
): Promise<string> {
  const { app, path, posts, hostErrors } = hookHost(options)
  const answer = await send(app, path + (options.query ?? ''), body, headers)
  expect(hostErrors).to.deep.equal([])
  if (answer.status === 200) return posts()[0]?.message ?? 'no post'
  expect(posts()).to.deep.equal([])
  const { id } = JSON.parse(answer.text) as { readonly id: string }
  return `${answer.status} ${id}`
}

const typed = (type: string): Headers => ({ 'Content-Type': type })
const part = (name: string, value: string, boundary = 'BOUND'): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe('the body of a hook request', () => {
  for (const type of [
    undefined,
    JSON_TYPE,
    `${JSON_TYPE}; charset=utf-8`,
    FORM,
    'text/plain',
    'application/octet-stream',
    'text/xml',
    'multipart/form-data; boundary=x',
    'nonsense',
  ]) {
    it(`is JSON or a form under ${type ?? 'no type'}`, async () => {
      const headers = type === undefined ? {} : typed(type)
      expect(await outcome(A, headers)).to.equal('a')
      expect(await outcome(`\ufeff${A}`, headers)).to.equal('a')
      expect(await outcome(ENCODED, headers)).to.equal('a')
      expect(await outcome(`payload=${A}`, headers)).to.equal('a')
      expect(await outcome('words', headers)).to.equal(UNPARSABLE)
      expect(await outcome('', headers)).to.equal(UNPARSABLE)
    })
  }

  it('may be in the query when the form has none', async () => {
    const query = `?${ENCODED}`
    expect(await outcome('', typed(FORM), { query })).to.equal('a')
    expect(await outcome('token=x', typed(FORM), { query })).to.equal('a')
    expect(await outcome('{"text":"b"}', typed(JSON_TYPE), { query })).to.equal('b')
    expect(await outcome('text=b', typed(FORM), { query: '?payload=' })).to.equal('b')
  })

  const packers: readonly (readonly [string, (text: string) => Buffer])[] = [
    ['gzip', (text) => gzipSync(text)],
    ['GZIP', (text) => gzipSync(text)],
    ['deflate', (text) => deflateSync(text)],
    ['br', (text) => brotliCompressSync(text)],
    ['identity', (text) => Buffer.from(text)],
  ]
  for (const [encoding, pack] of packers) {
    it(`is inflated: ${encoding}`, async () => {
      expect(await outcome(pack(A), { 'Content-Encoding': encoding })).to.equal('a')
      expect(
        await outcome(pack(ENCODED), { ...typed(FORM), 'Content-Encoding': encoding }),
      ).to.equal('a')
    })

    it(`is measured after inflating: ${encoding}`, async () => {
      const large = `{"text":"a","x":"${'x'.repeat(3_000_000)}"}`
      expect(await outcome(pack(large), { 'Content-Encoding': encoding })).to.equal(TOO_LARGE)
    })
  }

  it('of other encodings is refused, of wrongly labelled bytes too', async () => {
    for (const encoding of ['x-snappy', 'gzip, br', 'zstd', 'compress']) {
      expect(await outcome(A, { 'Content-Encoding': encoding })).to.equal(UNSUPPORTED)
    }
    expect(await outcome(A, { 'Content-Encoding': 'gzip' })).to.equal(UNPARSABLE)
    expect(await outcome(gzipSync(A).subarray(0, 20), { 'Content-Encoding': 'gzip' })).to.equal(
      UNPARSABLE,
    )
  })

  it('is read in its charset', async () => {
    const cafe = '{"text":"café"}'
    expect(
      await outcome(Buffer.from(cafe, 'latin1'), typed(`${JSON_TYPE}; charset=ISO-8859-1`)),
    ).to.equal('café')
    expect(
      await outcome(Buffer.from(cafe, 'utf16le'), typed(`${JSON_TYPE}; charset=utf-16le`)),
    ).to.equal('café')
    for (const label of ['UTF_8', 'us-ascii']) {
      expect(await outcome(cafe, typed(`${JSON_TYPE}; charset=${label}`))).to.equal('café')
    }
    expect(await outcome(A, typed(`${JSON_TYPE}; charset=klingon`))).to.equal(UNSUPPORTED)
  })

  it('holds exactly the limit and no byte more', async () => {
    const sized = (length: number): string => A + ' '.repeat(length - A.length)
    expect(await outcome(sized(1_048_576))).to.equal('a')
    expect(await outcome(sized(1_048_577))).to.equal(TOO_LARGE)
    expect(await outcome(sized(1_048_577), { 'Transfer-Encoding': 'chunked' })).to.equal(TOO_LARGE)
    expect(await outcome(sized(2000), {}, { options: { bodyLimit: 1999 } })).to.equal(TOO_LARGE)
  })
})

describe('the multipart body of a hook request', () => {
  const MULTIPART = typed('multipart/form-data; boundary=BOUND')
  const form = (...parts: readonly string[]): string => `${parts.join('')}--BOUND--\r\n`

  const cases: readonly (readonly [string, string, Headers, string])[] = [
    ['with a payload', form(part('payload', A)), MULTIPART, 'a'],
    ['with fields', form(part('text', 'a'), part('username', 'u')), MULTIPART, 'a'],
    ['with a payload beside fields', form(part('text', 'b'), part('payload', A)), MULTIPART, 'a'],
    ['with other characters', form(part('text', 'é日😀')), MULTIPART, 'é日😀'],
    [
      'in an unknown charset',
      form(part('text', 'a')),
      typed('multipart/form-data; boundary=BOUND; charset=klingon'),
      UNSUPPORTED,
    ],
    [
      'with a raw line feed in its JSON',
      form(part('payload', '{"text":"a\nb"}')),
      MULTIPART,
      'a\nb',
    ],
    ['with U+0000', form(part('text', 'a\0b')), MULTIPART, 'a\ufffdb'],
    [
      'with a quoted boundary',
      form(part('text', 'a')),
      typed('multipart/form-data; boundary="BOUND"'),
      'a',
    ],
    ['behind a preamble', `A form.\r\n${form(part('text', 'a'))}`, MULTIPART, 'a'],
    [
      'as .NET writes it',
      `--b\r\nContent-Type: application/json; charset=utf-8\r\nContent-Disposition: form-data; name=payload\r\n\r\n${A}\r\n--b--\r\n`,
      typed('multipart/form-data; boundary="b"'),
      'a',
    ],
    ['that is JSON with its boundary', '{"text":"a\n--BOUND\nb"}', MULTIPART, 'a\n--BOUND\nb'],
    ['without a type', form(part('text', 'a')), {}, 'a'],
    ['under the type of JSON', form(part('text', 'a')), typed(JSON_TYPE), 'a'],
    [
      'with a boundary that its label does not know',
      form(part('text', 'a')),
      typed('multipart/form-data; boundary=OTHER'),
      'a',
    ],
    ['behind an empty line', `\r\n${form(part('text', 'a'))}`, MULTIPART, 'a'],
    ['that is nothing', '--BOUND--\r\n', MULTIPART, '400 web.incoming_webhook.text.app_error'],
    ['that breaks off', part('text', 'a'), MULTIPART, UNPARSABLE],
    ['that is none', '-- words', {}, UNPARSABLE],
    ['with broken JSON', form(part('payload', '{"text":')), MULTIPART, UNPARSABLE],
  ]
  for (const [title, body, headers, expected] of cases) {
    it(`${title} leads to ${expected}`, async () => {
      expect(await outcome(body, headers)).to.equal(expected)
    })
  }

  const LABELLED = typed('multipart/form-data')
  const broken: readonly (readonly [string, string, Record<string, string>, string])[] = [
    ['that is none', '-- words', {}, 'the closing boundary is missing'],
    ['that breaks off', part('text', 'a'), MULTIPART, 'the closing boundary is missing'],
    [
      'without an end of headers',
      '--BOUND\r\nA: b\r\n--BOUND--',
      MULTIPART,
      'the headers of a part do not end',
    ],
    ['without a boundary', 'text a', LABELLED, 'Content-Type names no boundary'],
    [
      'with another boundary',
      'text a',
      MULTIPART,
      'the body does not contain the boundary that Content-Type names',
    ],
  ]
  for (const [title, body, headers, missing] of broken) {
    it(`${title} is refused with what is missing`, async () => {
      const { app, path } = hookHost()
      const { text } = await send(app, path, body, headers)
      expect(text).to.include(`"detailed_error":"not a valid multipart form: ${missing}"`)
    })
  }

  it('without a field of a message is refused with the fields that it needs', async () => {
    const { app, path } = hookHost()
    const { text } = await send(app, path, form(part('title', 'a')), MULTIPART)
    expect(text).to.include('"the form has `title`; no format reads it. ')
  })

  it('that is JSON all the same has the fault of its JSON told', async () => {
    const { app, path } = hookHost()
    const { text } = await send(app, path, '{"text":', LABELLED)
    expect(text).to.include('model.incoming_hook.parse_data').and.not.to.include('multipart')
  })

  it('may hold its payload as a file', async () => {
    const file =
      '--BOUND\r\nContent-Disposition: form-data; name="payload"; filename="p.json"\r\nContent-Type: application/json\r\n\r\n{"text":"é"}\r\n'
    expect(await outcome(form(file), MULTIPART)).to.equal('é')
  })

  it('is read field by field where it is not UTF-8', async () => {
    const head = '--BOUND\r\nContent-Disposition: form-data; name='
    const words = `${head}"text"\r\n\r\nGr\xfc\xdfe\r\n`
    const picture = `${head}"file"; filename="a.png"\r\n\r\n\x89PNG\xc3\xbc\r\n--BOUND--\r\n`
    expect(await outcome(Buffer.from(words + picture, 'latin1'), MULTIPART)).to.equal('Grüße')
    const named = { 'Content-Type': 'multipart/form-data; boundary=BOUND; charset=iso-8859-1' }
    expect(await outcome(Buffer.from(words + picture, 'latin1'), named)).to.equal('Grüße')
  })
})

import { expect } from 'chai'
import express, { type RequestHandler } from 'express'
import { hookHost } from '../support/hook-host.js'
import { send } from './wire.js'

const A = '{"text":"a"}'
const ENCODED = `payload=${encodeURIComponent(A)}`
const MULTIPART = '--B\r\nContent-Disposition: form-data; name="text"\r\n\r\na\r\n--B--\r\n'

const TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  text: 'text/plain',
  octets: 'application/octet-stream',
  multipart: 'multipart/form-data; boundary=B',
} as const

const PARSERS: Readonly<Record<string, readonly RequestHandler[]>> = {
  'no parser': [],
  json: [express.json()],
  urlencoded: [express.urlencoded({ extended: true })],
  'urlencoded by querystring': [express.urlencoded({ extended: false })],
  'json and urlencoded': [express.json(), express.urlencoded({ extended: true })],
  text: [express.text()],
  'text of any type': [express.text({ type: () => true })],
  raw: [express.raw()],
  'raw of any type': [express.raw({ type: () => true })],
  'all four': [
    express.json(),
    express.urlencoded({ extended: true }),
    express.text(),
    express.raw(),
  ],
}

interface Outcome {
  readonly message: string | undefined
  readonly detail: string
  readonly logged: readonly unknown[]
}

async function outcome(
  before: readonly RequestHandler[],
  type: string,
  body: string | Uint8Array,
  path = '',
): Promise<Outcome> {
  const logged: unknown[] = []
  const host = hookHost({
    before,
    options: { log: (level, message, fields) => logged.push([level, message, fields]) },
  })
  const answer = await send(host.app, host.path + path, body, { 'Content-Type': type })
  expect(host.hostErrors).to.deep.equal([])
  return { message: host.posts()[0]?.message, detail: answer.text, logged }
}

describe("behind a host's own body parsers", () => {
  for (const [name, before] of Object.entries(PARSERS)) {
    it(`${name}: JSON, forms and multipart bodies arrive`, async () => {
      expect((await outcome(before, TYPES.json, A)).message).to.equal('a')
      expect((await outcome(before, TYPES.form, ENCODED)).message).to.equal('a')
      expect((await outcome(before, TYPES.text, A)).message).to.equal('a')
      expect((await outcome(before, TYPES.octets, A)).message).to.equal('a')
      expect((await outcome(before, TYPES.octets, ENCODED)).message).to.equal('a')
      expect((await outcome(before, TYPES.multipart, MULTIPART)).message).to.equal('a')
      expect((await outcome(before, TYPES.octets, MULTIPART)).message).to.equal('a')
      expect((await outcome(before, TYPES.form, '', `?${ENCODED}`)).message).to.equal('a')
      expect((await outcome(before, TYPES.form, 'text=b&text=a')).message).to.equal('a')
      expect((await outcome(before, TYPES.form, `text=b&${ENCODED}`)).message).to.equal('a')
      const attachments = encodeURIComponent('[{"text":"b"}]')
      const parts = await outcome(before, TYPES.form, `TEXT=a&attachments=${attachments}`)
      expect(parts.message).to.equal('a')
    })
  }

  for (const name of ['urlencoded', 'urlencoded by querystring', 'json and urlencoded']) {
    it(`${name}: JSON labelled as a form is refused with the cause, and logged once`, async () => {
      const logged: unknown[] = []
      const host = hookHost({
        before: PARSERS[name] ?? [],
        options: { log: (level, message, fields) => logged.push([level, message, fields]) },
      })
      for (let n = 0; n < 3; n += 1) {
        const answer = await send(host.app, host.path, A, { 'Content-Type': TYPES.form })
        expect(answer.status).to.equal(400)
        expect(answer.text).to.include('body parser').and.to.include('parse_data')
      }
      expect(logged).to.have.lengthOf(1)
      expect(JSON.stringify(logged))
        .to.include('EIW_BODY_PARSED_AS_FORM')
        .and.not.to.include(host.key)
    })
  }

  it('no parser: JSON labelled as a form arrives', async () => {
    const { message, logged } = await outcome([], TYPES.form, A)
    expect(message).to.equal('a')
    expect(logged).to.deep.equal([])
  })

  it('text: the parts of a form are in the charset that the host has read', async () => {
    const before = [express.text({ type: () => true })]
    const type = `${TYPES.multipart}; charset=utf-16le`
    const part = '--B\r\nContent-Disposition: form-data; name="text"\r\n'
    const body = `${part}Content-Type: text/plain; charset=shift_jis\r\n\r\né\r\n--B--\r\n`
    const { message } = await outcome(before, type, Buffer.from(body, 'utf16le'))
    expect(message).to.equal('é')
  })

  it('a value that is no object is refused', async () => {
    const before = [express.json({ strict: false })]
    for (const body of ['1', 'null', '[]']) {
      expect((await outcome(before, TYPES.json, body)).detail).to.include(
        'the payload: expected an object',
      )
    }
  })

  it('depth and characters are judged alike', async () => {
    const deep = `{"text":"a","x":${'['.repeat(32)}${']'.repeat(32)}}`
    for (const before of [[], [express.json()]]) {
      expect((await outcome(before, TYPES.json, deep)).detail).to.include('32 levels')
      expect((await outcome(before, TYPES.json, '{"text":"a\\u0000\\ud83d"}')).message).to.equal(
        'a\ufffd\ufffd',
      )
    }
  })
})

import type { JsonValue } from '../../lib/model/records.js'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, inflateSync } from 'node:zlib'
import { isJsonList, isJsonObject, isJson } from '../../lib/model/json.js'
import { readMediaType } from '../../lib/native/body/media-type.js'
import { fieldsOf, readParts } from '../../lib/native/body/multipart.js'
import { Reading } from '../../lib/native/payload/reading.js'
import type { HookBody } from '../../lib/native/body/sent.js'
import type { HookRequest } from '../../lib/pipeline/request.js'
import { badInputs } from './bad-inputs.js'
import { type FormatFixture, formatFixtures, requestOf } from './format-requests.js'
import { ROOT } from './root.js'

const SUITE = join(ROOT, 'test/blackbox/suite')

export interface SuiteRequest {
  readonly name: string
  readonly request: HookRequest
}

/** One that can also be sent. */
export interface SendableRequest extends SuiteRequest {
  readonly wire: WireRequest
}

/** A request as it is sent. */
export interface WireRequest {
  readonly bytes: Buffer
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** As in a URL, without the question mark. */
  readonly query: string
  /** What the URL has behind the key, such as `github`. */
  readonly suffix: string
  /** The webhook of requests that follow one another. */
  readonly hook: string
  /** What its case wants of the webhook, as the API has it. */
  readonly fields: JsonValue
}

type Members = Readonly<Record<string, JsonValue>>

/** Every request of the black-box suite that goes to a webhook. */
export function suiteRequests(): readonly SendableRequest[] {
  return [
    ...caseRequests(),
    ...senderRequests(),
    ...badInputRequests(),
    ...formatFixtures().map((fixture) => ({
      name: fixture.name,
      request: requestOf(fixture),
      wire: fixtureWire(fixture),
    })),
  ]
}

export function badInputRequests(): readonly SendableRequest[] {
  return badInputs()
    .filter(({ path }) => path === '' || path.startsWith('/hooks/'))
    .map(({ name, bytes, contentType }) => ({
      name,
      ...requestsWith({ content_type: contentType ?? null }, bytes, 'bad inputs'),
    }))
}

function fixtureWire(fixture: FormatFixture): WireRequest {
  const { format, body, headers, contentType, query = '', path = '' } = fixture
  const type = contentType === null ? {} : { 'content-type': contentType }
  return {
    bytes: Buffer.from(body),
    headers: { ...lowered(headers), ...type },
    query,
    suffix: path.replace(/^\//, ''),
    hook: format,
    fields: { together: 'edit' },
  }
}

function jsonFiles(folder: string): readonly (readonly [string, JsonValue])[] {
  const path = join(SUITE, folder)
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .map((file): [string, JsonValue] => {
      const value: unknown = JSON.parse(readFileSync(join(path, file), 'utf8'))
      return [file, isJson(value) ? value : null]
    })
}

/** Those of the cases, each with the name of its case. */
export function caseRequests(): readonly SendableRequest[] {
  return jsonFiles('cases').flatMap(([, cases]) =>
    listOf(cases).flatMap((each) => {
      const name = textAt(each, 'name')
      const { setup } = isJsonObject(each) ? each : {}
      const fields = (isJsonObject(setup) ? setup['hook'] : null) ?? null
      const requests = requestsIn(each).filter(isToHook)
      return requests.map((request) => ({ name, ...caseRequest(request, name, fields) }))
    }),
  )
}

/** The requests of a case, at whatever depth they are. */
function requestsIn(value: JsonValue): readonly JsonValue[] {
  if (isJsonList(value)) return value.flatMap(requestsIn)
  if (!isJsonObject(value)) return []
  const { request, parallel, ...others } = value
  return [
    ...(request === undefined ? [] : [request]),
    ...listOf(parallel),
    ...requestsIn(others['steps'] ?? null),
  ]
}

function isToHook(request: JsonValue): boolean {
  const path = textAt(request, 'path') || '/hooks/'
  return path.startsWith('/hooks/') && ['', 'POST'].includes(textAt(request, 'method'))
}

type Requests = Pick<SendableRequest, 'request' | 'wire'>

function caseRequest(request: JsonValue, name: string, fields: JsonValue): Requests {
  const { json, body = '', body_base64: base64, encode } = isJsonObject(request) ? request : {}
  const text = json === undefined ? written(body) : JSON.stringify(filled(json))
  const isLatin = encode === 'latin1' || encode === 'utf16le'
  const bytes =
    typeof base64 === 'string'
      ? Buffer.from(base64, 'base64')
      : Buffer.from(text, isLatin ? encode : 'utf8')
  return requestsWith(isJsonObject(request) ? request : {}, bytes, name, fields)
}

/** Texts that are described by what they repeat. */
function filled(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(filled)
  if (!isJsonObject(value)) return value
  const { gen } = value
  if (isJsonList(gen) && Object.keys(value).length === 1) return gen.map(repeated).join('')
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]))
}

function repeated(part: JsonValue): string {
  const [text, count = 1, mark] = listOf(part)
  if (typeof text !== 'string') return ''
  if (typeof mark !== 'string') return text.repeat(Number(count))
  return Array.from({ length: Number(count) }, (_, at) => text.replaceAll(mark, String(at))).join(
    '',
  )
}

function written(body: JsonValue): string {
  const whole = filled(body)
  return typeof whole === 'string' ? whole : JSON.stringify(whole)
}

function senderRequests(): readonly SendableRequest[] {
  return jsonFiles('senders').map(([file, sender]) => {
    const { http, request } = isJsonObject(sender) ? sender : {}
    const name = file.slice(0, -'.json'.length)
    if (typeof http === 'string') return { name, ...recorded(http, name) }
    const members = isJsonObject(request) ? request : {}
    return { name, ...requestsWith(members, Buffer.from(written(members['body'] ?? '')), name) }
  })
}

/** The exact bytes of a request, without what the connection adds. */
function recorded(file: string, name: string): Requests {
  const bytes = readFileSync(join(SUITE, 'senders', file))
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.toString('latin1', 0, end)
  const header = (name: string): string =>
    new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? ''
  const raw = bytes.subarray(end + 4)
  const whole = /chunked/i.test(header('transfer-encoding')) ? unchunked(raw) : raw
  const encoding = header('content-encoding')
  const body =
    encoding === 'gzip' ? gunzipSync(whole) : encoding === 'deflate' ? inflateSync(whole) : whole
  const type = header('content-type')
  const { request, wire } = requestsWith({ content_type: type === '' ? null : type }, body, name)
  const lines = head.split('\r\n').slice(1)
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  return { request, wire: { ...wire, headers: Object.fromEntries(headers) } }
}

function unchunked(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\r\n')
  const length = parseInt(bytes.toString('latin1', 0, end), 16)
  if (end === -1 || !(length > 0)) return Buffer.alloc(0)
  const from = end + 2
  const rest = unchunked(bytes.subarray(from + length + 2))
  return Buffer.concat([bytes.subarray(from, from + length), rest])
}

function requestWith(request: Members, bytes: Buffer): HookRequest {
  const { content_type: sent = 'application/json', query, headers } = request
  const contentType = typeof sent === 'string' ? sent : undefined
  const values = isJsonObject(query) ? stringsIn(query) : {}
  return {
    contentType,
    queryPayload: values['payload'] ?? null,
    body: bodyOf(bytes, contentType),
    outside: () => ({ headers: isJsonObject(headers) ? stringsIn(headers) : {}, query: values }),
  }
}

function requestsWith(
  request: Members,
  bytes: Buffer,
  hook: string,
  fields: JsonValue = null,
): Requests {
  const { content_type: type = 'application/json', headers, query } = request
  const [, path = '', asked = ''] =
    /\{\{key\}\}\/?([^?]*)\??(.*)/.exec(textAt(request, 'path')) ?? []
  const words = new URLSearchParams(isJsonObject(query) ? stringsIn(query) : {}).toString()
  return {
    request: requestWith(request, bytes),
    wire: {
      bytes,
      headers: {
        ...(typeof type === 'string' ? { 'content-type': type } : {}),
        ...(isJsonObject(headers) ? stringsIn(headers) : {}),
      },
      query: [asked, words].filter((text) => text !== '').join('&'),
      suffix: path,
      hook,
      fields,
    },
  }
}

function bodyOf(bytes: Buffer, contentType: string | undefined): HookBody {
  const label = readMediaType(contentType)
  const reading = new Reading()
  const parts = readParts(bytes, label, reading.amounts)
  if (typeof parts === 'string') return { kind: 'bytes', bytes }
  return { kind: 'fields', fields: fieldsOf(parts, label.charset, reading) }
}

function stringsIn(members: Members): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name.toLowerCase(), written(value)]),
  )
}

function lowered(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

function textAt(value: JsonValue, name: string): string {
  const found = isJsonObject(value) ? value[name] : undefined
  return typeof found === 'string' ? found : ''
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonList(value) ? value : []
}

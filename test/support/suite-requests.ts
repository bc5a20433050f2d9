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
import { formatFixtures, requestOf } from './format-requests.js'
import { ROOT } from './root.js'

const SUITE = join(ROOT, 'test/blackbox/suite')

export interface SuiteRequest {
  readonly name: string
  readonly request: HookRequest
}

type Members = Readonly<Record<string, JsonValue>>

/** Every request of the black-box suite that goes to a webhook. */
export function suiteRequests(): readonly SuiteRequest[] {
  return [
    ...caseRequests(),
    ...senderRequests(),
    ...badInputRequests(),
    ...formatFixtures().map((fixture) => ({ name: fixture.name, request: requestOf(fixture) })),
  ]
}

export function badInputRequests(): readonly SuiteRequest[] {
  return badInputs()
    .filter(({ path }) => path === '' || path.startsWith('/hooks/'))
    .map(({ name, bytes, contentType }) => ({
      name,
      request: requestWith({ content_type: contentType ?? null }, bytes),
    }))
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
export function caseRequests(): readonly SuiteRequest[] {
  return jsonFiles('cases').flatMap(([, cases]) =>
    listOf(cases).flatMap((each) => {
      const name = textAt(each, 'name')
      const requests = requestsIn(each).filter(isToHook)
      return requests.map((request) => ({ name, request: caseRequest(request) }))
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

function caseRequest(request: JsonValue): HookRequest {
  const { json, body = '', body_base64: base64, encode } = isJsonObject(request) ? request : {}
  const text = json === undefined ? written(body) : JSON.stringify(filled(json))
  const isLatin = encode === 'latin1' || encode === 'utf16le'
  const bytes =
    typeof base64 === 'string'
      ? Buffer.from(base64, 'base64')
      : Buffer.from(text, isLatin ? encode : 'utf8')
  return requestWith(isJsonObject(request) ? request : {}, bytes)
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

function senderRequests(): readonly SuiteRequest[] {
  return jsonFiles('senders').map(([file, sender]) => {
    const { http, request } = isJsonObject(sender) ? sender : {}
    const name = file.slice(0, -'.json'.length)
    if (typeof http === 'string') return { name, request: recorded(http) }
    const members = isJsonObject(request) ? request : {}
    return { name, request: requestWith(members, Buffer.from(written(members['body'] ?? ''))) }
  })
}

/** The exact bytes of a request, without what the connection adds. */
function recorded(file: string): HookRequest {
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
  return requestWith(type === '' ? { content_type: null } : { content_type: type }, body)
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

function textAt(value: JsonValue, name: string): string {
  const found = isJsonObject(value) ? value[name] : undefined
  return typeof found === 'string' ? found : ''
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonList(value) ? value : []
}

import type { JsonValue } from '../../../lib/model/records.js'
import { isJsonObject, isJson } from '../../../lib/model/json.js'
import { anyJson } from '../../../lib/formats/any-json/index.js'
import { allFormats } from '../../../lib/formats/all.js'
import type { HookRequest } from '../../../lib/pipeline/request.js'
import { PAYLOADS } from '../any-payloads.js'
import { formatFixtures } from '../format-requests.js'
import { acceptedSenders } from '../senders.js'

/** A recorded request: its headers, its query and its body are one tree, any part of which may be changed. */
export interface Source {
  readonly name: string
  /** The format that its sender writes; `native` for our own. */
  readonly format: string
  readonly kind: 'json' | 'form' | 'text'
  readonly contentType: string | undefined
  readonly tree: JsonValue
}

const FORM = 'application/x-www-form-urlencoded'
const KNOWN = new Set(allFormats.map(({ name }) => name))

/** Recorded requests of formats that are read here. */
export function knownSources(): readonly Source[] {
  return [...formatSources().filter(({ format }) => KNOWN.has(format)), ...anySources()]
}

/** Those of programs without a format, whose URL ends with `/json`. */
function anySources(): readonly Source[] {
  return PAYLOADS.map(({ sender, body, form = '' }) => {
    const text = body ? JSON.stringify(body) : form
    const contentType = body ? 'application/json' : FORM
    return { name: sender, format: anyJson.name, ...sourceOf(text, contentType, NOTHING_OUTSIDE) }
  })
}

const NOTHING_OUTSIDE = { headers: {}, query: {} }

/** Those of others, and senders of our own format. */
export function otherSources(): readonly Source[] {
  return [...formatSources().filter(({ format }) => !KNOWN.has(format)), ...nativeSources()]
}

function formatSources(): readonly Source[] {
  return formatFixtures().map(({ name, format, body, contentType, headers, query }) => {
    const outside = { headers, query: Object.fromEntries(new URLSearchParams(query ?? '')) }
    return { name, format, ...sourceOf(body, contentType ?? undefined, outside) }
  })
}

function nativeSources(): readonly Source[] {
  return acceptedSenders().flatMap(({ name, request }) => {
    const { body, contentType } = request()
    if (body.kind !== 'bytes') return []
    const text = Buffer.from(body.bytes).toString('utf8')
    return [{ name, format: 'native', ...sourceOf(text, contentType, NOTHING_OUTSIDE) }]
  })
}

type Outside = Readonly<Record<'headers' | 'query', JsonValue>>

function sourceOf(
  body: string,
  contentType: string | undefined,
  outside: Outside,
): Pick<Source, 'kind' | 'contentType' | 'tree'> {
  const value = jsonIn(body)
  if (value !== undefined) return { kind: 'json', contentType, tree: { ...outside, body: value } }
  const isForm = contentType?.startsWith(FORM) === true && body.includes('=')
  if (!isForm) return { kind: 'text', contentType, tree: { ...outside, body } }
  const fields = Object.fromEntries(new URLSearchParams(body))
  return { kind: 'form', contentType, tree: { ...outside, body: fields } }
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The bytes of a request, perhaps a changed one. */
export function bodyText({ kind }: Source, tree: JsonValue): string {
  const body = isJsonObject(tree) ? (tree['body'] ?? '') : ''
  if (kind === 'json') return JSON.stringify(body)
  if (kind === 'form' && isJsonObject(body)) return new URLSearchParams(stringsIn(body)).toString()
  return typeof body === 'string' ? body : JSON.stringify(body)
}

/** A changed tree as it is sent: a form has only strings, and says `null` and `[]` as words. */
export function asSent({ kind }: Source, tree: JsonValue): JsonValue {
  if (kind !== 'form' || !isJsonObject(tree) || !isJsonObject(tree['body'])) return tree
  return { ...tree, body: stringsIn(tree['body']) }
}

export function requestOf(source: Source, tree: JsonValue, bytes: Uint8Array): HookRequest {
  const part = (name: 'headers' | 'query'): Record<string, string> =>
    onlyStrings(isJsonObject(tree) ? tree[name] : undefined)
  const headers = Object.entries(part('headers')).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    // What a connection can carry.
    value
      .replace(/[\0-\x1f\x7f]/g, ' ')
      .toWellFormed()
      .slice(0, 1_024),
  ])
  return {
    contentType: source.contentType,
    queryPayload: null,
    body: { kind: 'bytes', bytes },
    outside: () => ({ headers: Object.fromEntries(headers), query: part('query') }),
  }
}

/** Headers and queries cannot hold anything else. */
function onlyStrings(value: JsonValue | undefined): Record<string, string> {
  if (!isJsonObject(value)) return {}
  const strings = Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' ? [[name, each.toWellFormed()] as const] : [],
  )
  return Object.fromEntries(strings)
}

/** Fields of forms hold JSON where they hold no text. */
function stringsIn(value: Readonly<Record<string, JsonValue>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      typeof each === 'string' ? each.toWellFormed() : JSON.stringify(each),
    ]),
  )
}

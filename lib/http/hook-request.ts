import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createHash, hash } from 'node:crypto'
import { WebhookError } from '../model/errors.js'
import { INCIDENT_STATES, type IncidentState } from '../model/incidents.js'
import { asIs, errorAt } from '../model/sent.js'
import { type Correlation, unknownState } from '../rules/together.js'
import { isOwnKey, KEY_SHAPE } from '../rules/keys.js'
import type { RequestKey } from '../pipeline/once.js'
import type { HookRequest } from '../pipeline/request.js'
import type { HookBody } from '../native/body/sent.js'

/** A request, with what a host's body parser left of its body. */
export type HookMessage = IncomingMessage & { readonly body?: unknown; readonly rawBody?: unknown }

/** A request below the path where hooks are, whatever framework it came through. */
export interface HookCall {
  readonly req: HookMessage
  /**
   * Its headers. Express gives each request a hidden class of its own, so that looking them up takes
   * time whenever it is done.
   */
  readonly headers: IncomingHttpHeaders
  readonly res: ServerResponse
  /** Path and query below the mount point, beginning with a slash. */
  readonly url: string
  /** Removes a key from the URLs of the request, before anybody logs them. */
  readonly hide: (key: string) => void
  /** The client's address, by the proxies that the host trusts. */
  readonly address: () => string
  /** Reports mistakes in how the endpoint is mounted. */
  readonly tellMounting: () => void
  /** Takes an error of the host's own code; it has to respond. */
  readonly fail: (error: Error) => void
}

/** The key and the query of a hook request. The key is not decoded. */
export interface HookAddress {
  readonly key: string
  /** The key as the path has it: with a slash in it, if it is two segments. */
  readonly written: string
  /** What follows the key, such as `/github`; `''` as a rule. */
  readonly path: string
  /** The first value of each name. */
  readonly query: Readonly<Record<string, string>>
  readonly queryPayload: string | null
  /** Whether the sender asked for a receipt. */
  readonly wait: boolean
}

/** A URL from its path on. A proxy may send the absolute one (RFC 9112, section 3.2.2). */
export function withoutOrigin(url: string): string {
  return url.startsWith('/') ? url : url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '')
}

/** The path after the mount point's slash, without the query. */
function pathOf(url: string): string {
  const path = withoutOrigin(url)
  const question = path.indexOf('?')
  return path.slice(1, question === -1 ? undefined : question)
}

/** What of a URL may be a key: all of the path if it is not shaped like one. */
export function writtenKey(url: string, address: HookAddress | null): string {
  return address?.written ?? pathOf(url)
}

/** Reads the path below the mount point; null if it is not shaped like a key. */
export function readAddress(url: string): HookAddress | null {
  const question = url.indexOf('?')
  const whole = pathOf(url)
  const place = placeOfKey(whole.endsWith('/') ? whole.slice(0, -1) : whole)
  if (!place) return null
  const { key, written, path } = place
  const query = question === -1 ? {} : firstValues(new URLSearchParams(url.slice(question)))
  const { payload = '', wait } = query
  return { key, written, path, query, queryPayload: payload || null, wait: wait === 'true' }
}

type PlaceOfKey = Pick<HookAddress, 'key' | 'written' | 'path'>

// Senders of Rocket.Chat insist on two segments, so a key may have a slash in it.
function placeOfKey(whole: string): PlaceOfKey | null {
  const slash = whole.indexOf('/')
  if (slash === -1) return KEY_SHAPE.test(whole) ? { key: whole, written: whole, path: '' } : null
  const first = whole.slice(0, slash)
  const next = whole.indexOf('/', slash + 1)
  const written = whole.slice(0, next === -1 ? undefined : next)
  const both = first + written.slice(slash + 1)
  const second = written.slice(slash + 1)
  const isHalf = first !== '' && second !== '' && KEY_SHAPE.test(both)
  const isBoth = isHalf && (isOwnKey(both) || (!KEY_SHAPE.test(first) && !KEY_SHAPE.test(second)))
  if (isBoth) return { key: both, written, path: whole.slice(written.length) }
  if (!KEY_SHAPE.test(first)) return null
  // Senders that join a base URL and `/message` may write two slashes.
  return { key: first, written: first, path: whole.slice(slash).replace(/\/{2,}/g, '/') }
}

const MAX_QUERY = 64

function firstValues(params: URLSearchParams): Readonly<Record<string, string>> {
  const query = new Map<string, string>()
  for (const [name, value] of params) {
    if (query.size < MAX_QUERY && !query.has(name)) query.set(name, value)
  }
  return Object.fromEntries(query)
}

/** Headers that no format needs, and that nothing else should see. */
const PRIVATE = new Set(['authorization', 'cookie', 'proxy-authorization'])
const MAX_HEADERS = 64
const MAX_HEADER = 1_024

/** The headers as formats may see them. */
export function shownToFormats(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  const shown = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && !PRIVATE.has(name) ? [[name, value.slice(0, MAX_HEADER)]] : [],
  )
  return Object.fromEntries(shown.slice(0, MAX_HEADERS))
}

/** The error for a path that is not shaped like a key. */
export function notAHook(url: string): WebhookError {
  // Some senders prepend `hooks` to the path.
  const twice = pathOf(url).toLowerCase().startsWith('hooks/')
  return new WebhookError(
    'webhook_unknown',
    twice ? { detail: 'the path contains hooks/ twice: use the webhook URL unchanged' } : {},
  )
}

/** The `Idempotency-Key` of a request and a digest of its body (docs/contract.md, Idempotency). */
export function readRequestKey(
  headers: IncomingHttpHeaders,
  { body, queryPayload }: Pick<HookRequest, 'body' | 'queryPayload'>,
): RequestKey | null {
  const header = headers['idempotency-key']
  if (header === undefined) return null
  const sent = String(header)
  const key = visible('Idempotency-Key', /^"(.*)"$/s.exec(sent)?.[1] ?? sent)
  return { key, fingerprint: digestOf(body, queryPayload) }
}

/** The digest of what a request says, by which repeated requests are told from others. */
export function digestOf(body: HookBody, queryPayload: string | null): string {
  const content = body.kind === 'bytes' ? body.bytes : JSON.stringify(body)
  if (queryPayload === null) return hash('sha256', content)
  return createHash('sha256').update(content).update('\0').update(queryPayload).digest('hex')
}

/** The headers that say something of the incident that a request is about. */
export const CORRELATION_HEADERS = ['Correlation-Key', 'Correlation-State'] as const

/** What the headers and the query say of the incident that a request is about. */
export function readCorrelation(
  headers: IncomingHttpHeaders,
  query: Readonly<Record<string, string>>,
): Correlation {
  const { 'correlation-key': given, 'correlation-state': state } = headers
  const { incident, thing = '', state: queried = '' } = query
  const named = (incident ?? thing).trim() || null
  const key = given === undefined ? named : visible('Correlation-Key', String(given))
  const headed = state === undefined ? null : stateIn(String(state))
  if (state !== undefined && !headed) throw unknownState('Correlation-State')
  const asked = stateIn(queried)
  // Without a name, which the body may still have, it may mean anything.
  if (key !== null && queried !== '' && !asked) throw unknownState('state')
  return {
    key,
    state: headed ?? asked,
    isStateInHeader: headed !== null,
    unknownState: asked ? '' : queried,
  }
}

function visible(name: string, text: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text
  throw errorAt(asIs, name, 'expected 1 to 255 visible ASCII characters', 'invalid_param')
}

function stateIn(text: string): IncidentState | null {
  return INCIDENT_STATES.find((state) => state === text.toLowerCase()) ?? null
}

/** Bytes of the body, as far as they are known. */
export function sizeOf(headers: IncomingHttpHeaders, body: HookBody | null): number {
  if (body?.kind === 'bytes') return body.bytes.length
  return Number(headers['content-length'] ?? 0) || 0
}

import { randomBytes } from 'node:crypto'
import type { DeliveryRecord, NewDelivery, RequestShare } from '../model/deliveries.js'
import { type Facts, NO_FACTS } from '../model/event-rules.js'
import { MAX_LOGGED_TEXT } from '../model/limits.js'
import type { IncomingWebhook } from '../model/records.js'
import { Recent } from '../model/recent.js'
import { type Delivered, NOTHING } from '../pipeline/once.js'
import { type HandledRequest, outcomeOf } from './handled-request.js'
import type { KeptRequests } from './kept-requests.js'
import type { IncomingHttpHeaders } from 'node:http'

const MAX_DETAIL = 500
const MAX_KEPT_WARNINGS = 20
const MAX_KEPT_IGNORED = 20
const MAX_RESPONSE = 1_000
const MAX_FACTS = 1_000
/** Characters of `/a/` and the shortest key after it. Shorter texts, which are most, need no search. */
const SHORTEST_WITH_KEY = 23
const MAX_KNOWN = 1_000
const CONTROL = /[\0-\x1f\x7f-\x9f]/g
/** Instead of the error's own text, which may contain paths and queries. */
export const HOST_FAILED = 'The chat server failed'

/** Makes texts as records have them: without keys and control characters, and of limited size. */
export function loggedText(
  redact: (text: string) => string,
): (text: string, limit?: number) => string {
  // Senders repeat themselves: to record a request takes 8 µs instead of 24 if such texts are not searched
  // again, and all requests share one copy.
  const known = new Recent<string>(MAX_KNOWN)
  return (text, limit = MAX_LOGGED_TEXT) => {
    const same = known.get(text)
    if (same !== undefined && same.length <= limit) return same
    const printable = text.replace(CONTROL, '')
    const safe = printable.length < SHORTEST_WITH_KEY ? printable : redact(printable)
    // Copied, because a slice, such as the name of an event, keeps the whole text in memory. The copy also
    // replaces half a surrogate pair, which databases refuse.
    const copy = Buffer.from(safe.slice(0, limit)).toString()
    if (copy === text && copy.length <= MAX_LOGGED_TEXT) known.set(copy, copy)
    return copy
  }
}

/** Makes records of requests: with their time, without keys, and of limited size. */
export function recordsWith(
  clock: () => number,
  redact: (text: string) => string,
  kept: Pick<KeptRequests, 'seal'>,
): (request: HandledRequest) => NewDelivery {
  const newId = uniqueIds(clock)
  const plain = loggedText(redact)
  const headersOf = createShownHeaders(plain)
  return (request) => {
    const { webhook, requestId, headers, size, response } = request
    const { status, delivered, error } = request.answer
    const result = delivered ?? NOTHING
    const { posts, warnings, ignored, repeated, format = '', event = '', incident = '' } = result
    const { waited, digest, beside, address } = request
    const id = newId()
    return {
      id,
      webhookId: webhook.id,
      share: shareOf(request),
      time: clock(),
      outcome: outcomeOf(request.answer),
      requestId,
      status,
      errorId: error?.id ?? '',
      message: delivered ? '' : (error?.message ?? HOST_FAILED),
      detail: plain(request.unusable || (error?.detail ?? ''), MAX_DETAIL),
      warnings: warnings
        .slice(0, MAX_KEPT_WARNINGS)
        .map(({ path, reason }) => ({ path: plain(path), reason: plain(reason) })),
      ignored: ignored.slice(0, MAX_KEPT_IGNORED).map((path) => plain(path)),
      size,
      userAgent: plain(headers['user-agent'] ?? ''),
      contentType: plain(headers['content-type'] ?? ''),
      headers: headersOf(headers),
      duration: Math.round(request.duration * 10) / 10,
      response: plain(response, MAX_RESPONSE),
      postIds: posts.map((post) => post.id),
      actions: result.actions ?? [],
      postedTo: delivered && postedTo(delivered, webhook, plain),
      replayed: repeated,
      format,
      event: plain(event),
      incident: plain(incident),
      facts: shortFacts(result.facts),
      digest,
      beside,
      waited,
      address,
      rules: result.rules ?? [],
      replayOf: request.replayOf ?? null,
      oldKey: request.used === 'previous' ? (webhook.previousKey?.keyHint ?? '') : '',
      kept: kept.seal(request, id),
    }
  }
}

/** Ids of this process: the time, what tells processes apart, and a number. */
function uniqueIds(clock: () => number) {
  const process = randomBytes(6).toString('hex')
  let count = 0
  return () => {
    count += 1
    return `${clock().toString(36)}-${process}-${count.toString(36)}`
  }
}

/** Nothing of facts that are longer than all of them may be. */
function shortFacts(facts: Facts = NO_FACTS) {
  if (facts === NO_FACTS) return facts
  return JSON.stringify(facts).length <= MAX_FACTS ? facts : NO_FACTS
}

function shareOf({ isProven, answer, replayOf }: HandledRequest): RequestShare {
  if (replayOf !== undefined && !answer.delivered) return 'replayed'
  if (!isProven) return 'unproven'
  return answer.delivered ? 'accepted' : 'refused'
}

/** All posts of a request are in one channel. */
function postedTo(
  { posts: [first], channelName = '' }: Delivered,
  webhook: IncomingWebhook,
  plain: (text: string) => string,
): DeliveryRecord['postedTo'] {
  if (!first) return null
  const { channelId } = first
  return { channelId, name: plain(channelName), requested: channelId !== webhook.channelId }
}

/** Headers of one request that are kept. */
const MAX_HEADERS = 30

const REDACTED = '[redacted]'
const CREDENTIAL = /auth|cookie|credential|jwt|key|passw|secret|session|signature|token/
/** Names with one of the words above whose values are not credentials. */
const HARMLESS: ReadonlySet<string> = new Set(['idempotency-key', 'correlation-key', 'x-event-key'])
/** Addresses of people and proxies. */
const ADDRESS = /^(?:forwarded|via|x-forwarded-.*|.*-ip)$/

/**
 * Returns a function that makes `name: value` of the first 30 headers of a request, without addresses.
 * Values of credentials and cookies are `[redacted]`; `safe` shortens and redacts each line.
 */
export function createShownHeaders(
  safe: (line: string) => string,
): (headers: IncomingHttpHeaders) => readonly string[] {
  return (headers) => {
    const lines: string[] = []
    for (const name of Object.keys(headers)) {
      if (lines.length === MAX_HEADERS) break
      const value = headers[name]
      if (value === undefined || ADDRESS.test(name)) continue
      const isCredential = CREDENTIAL.test(name) && !HARMLESS.has(name)
      lines.push(safe(`${name}: ${isCredential ? REDACTED : String(value)}`))
    }
    return lines
  }
}

import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { WebhookError } from '../model/errors.js'
import { KEY_SHAPE } from '../rules/keys.js'
import type { RequestKey } from '../pipeline/once.js'
import type { HookBody } from '../pipeline/parse.js'

/** The key and the query of a hook request. The key is not decoded. */
export interface HookAddress {
  readonly key: string
  readonly queryPayload: string | null
  /** Whether the sender asked for a receipt. */
  readonly wait: boolean
}

/** The path after the mount point's slash, without the query. */
export function pathOf(url: string): string {
  const question = url.indexOf('?')
  const path = question === -1 ? url : url.slice(0, question)
  // A proxy may send the absolute URL (RFC 9112, section 3.2.2).
  return path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').slice(1)
}

/** Reads the path below the mount point; null if it is not shaped like a key. */
export function readAddress(url: string): HookAddress | null {
  const question = url.indexOf('?')
  const path = pathOf(url)
  const key = path.endsWith('/') ? path.slice(0, -1) : path
  if (!KEY_SHAPE.test(key)) return null
  if (question === -1) return { key, queryPayload: null, wait: false }
  const query = new URLSearchParams(url.slice(question))
  return { key, queryPayload: query.get('payload') || null, wait: query.get('wait') === 'true' }
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
  req: IncomingMessage,
  body: HookBody,
  queryPayload: string | null,
): RequestKey | null {
  const header = req.headers['idempotency-key']
  if (header === undefined) return null
  const sent = String(header)
  const key = /^"(.*)"$/s.exec(sent)?.[1] ?? sent
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new WebhookError('invalid_param', {
      params: { name: 'Idempotency-Key' },
      detail: 'Idempotency-Key: expected 1 to 255 visible ASCII characters',
    })
  }
  const hash = createHash('sha256')
  hash.update(body.kind === 'bytes' ? body.bytes : JSON.stringify(body))
  if (queryPayload !== null) hash.update('\0').update(queryPayload)
  return { key, fingerprint: hash.digest('hex') }
}

/** Bytes of the body, as far as they are known. */
export function sizeOf(req: IncomingMessage, body: HookBody | null): number {
  if (body?.kind === 'bytes') return body.bytes.length
  return Number(req.headers['content-length'] ?? 0) || 0
}

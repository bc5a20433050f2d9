import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Asked, Formats } from '../formats/registry.js'
import { type Delivered, NOTHING } from '../pipeline/once.js'

/** The format whose senders ask before they send (CloudEvents, "HTTP Web Hooks", section 4). */
const FORMAT = 'cloudevents'

/** What is left of such a question in the log of requests. */
const ASKED: Delivered = { ...NOTHING, format: FORMAT, event: 'handshake', skipped: true }

/** Whether a request asks if events may be sent here. A browser's own question has no such header. */
export function isHandshake(req: IncomingMessage, asked: Asked | null, formats: Formats): boolean {
  if (req.method !== 'OPTIONS' || originOf(req) === '') return false
  if (!formats.named(FORMAT)) return false
  return asked?.kind === 'any' || (asked?.kind === 'format' && asked.format.name === FORMAT)
}

// What looks like no host of the sender is answered with the word for all of them.
const HOST = /^[\w.:-]{1,255}$/

/** Allows the sender what it asked for. */
export function answerHandshake(req: IncomingMessage, res: ServerResponse): Delivered {
  const origin = originOf(req)
  res.setHeader('Allow', 'POST')
  res.setHeader('WebHook-Allowed-Origin', HOST.test(origin) ? origin : '*')
  // The limits of the webhook count, which its answers tell.
  if (req.headers['webhook-request-rate'] !== undefined) res.setHeader('WebHook-Allowed-Rate', '*')
  res.statusCode = 200
  res.setHeader('Content-Length', '0')
  res.end()
  return ASKED
}

function originOf({ headers }: IncomingMessage): string {
  const origin = headers['webhook-request-origin']
  return typeof origin === 'string' ? origin.trim() : ''
}

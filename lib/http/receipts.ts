import type { ServerResponse } from 'node:http'
import type { CheckedDelivery } from '../host/checked.js'
import { asError } from '../host/as-error.js'
import type { TellMistake } from '../host/host-mistakes.js'
import { kindOfValue } from '../host/wrong-result.js'
import type { FormatAnswer } from '../formats/format.js'
import type { HookChannel, HookPost } from '../model/records.js'
import type { Delivered } from '../pipeline/once.js'
import { sendJson } from './answers.js'

/**
 * Builds the URL of a post. `channel` is null if it could not be read. Returning `''` or throwing
 * leaves the URL out.
 */
export type Permalink = (post: HookPost, channel: HookChannel | null) => string

/**
 * Responds to a delivered request: as the senders of its format expect, with two bytes as a rule, or
 * with a receipt if `wait` is true. Returns the body.
 */
export type SendReceipt = (
  res: ServerResponse,
  delivered: Delivered,
  wait: boolean,
) => Promise<string> | string

/** Characters of the header that names an event. */
const MAX_SKIPPED = 200
/** Our own format names no events. */
const UNNAMED = 'message'

export function createSendReceipt(
  channels: Pick<CheckedDelivery['channels'], 'findById'>,
  permalink: Permalink,
): SendReceipt {
  const sendWhole = async (res: ServerResponse, delivered: Delivered): Promise<string> => {
    const channel = await channelOf(channels, delivered)
    return sendJson(res, 200, {
      ok: true,
      posts: delivered.posts.map((post, index) => ({
        id: post.id,
        channel_id: post.channelId,
        permalink: permalink(post, channel),
        action: delivered.actions?.[index],
      })),
      warnings: delivered.warnings,
      ignored: delivered.ignored,
      skipped: delivered.skipped ? delivered.event || UNNAMED : undefined,
    })
  }
  return (res, delivered, wait) => {
    if (delivered.repeated) res.setHeader('Idempotent-Replayed', 'true')
    const { event = '', answer, skipped } = delivered
    if (skipped) {
      const printable = (event || UNNAMED).replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_SKIPPED)
      res.setHeader('X-Webhook-Skipped', printable)
    }
    if (answer) return sendAnswer(res, answer)
    if (wait) return sendWhole(res, delivered)
    // Exactly this: Alertmanager, Grafana and others treat anything else as a failure.
    res.setHeader('Content-Type', 'text/plain')
    res.setHeader('Content-Length', '2')
    // A string is sent in one write with the headers, a buffer is not.
    res.end('ok')
    return 'ok'
  }
}

function sendAnswer(res: ServerResponse, { status, body }: FormatAnswer): string {
  if (body !== undefined && typeof body !== 'string') return sendJson(res, status, body)
  res.statusCode = status
  if (body !== undefined) res.setHeader('Content-Type', 'text/plain')
  res.end(body)
  return body ?? ''
}

// The posts are stored, so a failure here must not make the sender retry. Only the team is missing
// then.
async function channelOf(
  channels: Pick<CheckedDelivery['channels'], 'findById'>,
  { posts: [first] }: Delivered,
): Promise<HookChannel | null> {
  try {
    return first ? await channels.findById(first.channelId) : null
  } catch {
    return null
  }
}

/** The same, with `''` for an address that the host cannot give, of which `tell` is told. */
export function safely(permalink: Permalink, tell: TellMistake): Permalink {
  return (post, channel) => {
    try {
      const found: unknown = permalink(post, channel)
      if (typeof found === 'string') return found
      // A host without types may return a promise, whose rejection would end the process.
      Promise.resolve(found).catch(() => undefined)
      tell('EIW_PERMALINK', { got: kindOfValue(found) })
    } catch (error) {
      tell('EIW_PERMALINK', { error: asError(error) })
    }
    return ''
  }
}

/** `{siteUrl}/{team}/pl/{id}`; posts without a team use the reference's `_redirect`. */
export function defaultPermalink(siteUrl: string): Permalink {
  return (post, channel) => {
    const team = channel?.teamName ?? '_redirect'
    return `${siteUrl}/${encodeURIComponent(team)}/pl/${encodeURIComponent(post.id)}`
  }
}

import type { ServerResponse } from 'node:http'
import type { DeliveryAdapters } from '../adapters/types.js'
import type { Channel, Post } from '../model/records.js'
import type { Delivered } from '../pipeline/once.js'
import { requestId } from './error-handler.js'
import { sendJson } from './send-json.js'

/** The address of a post for people. */
export type Permalink = (post: Post, channel: Channel | null) => string

export interface Receipts {
  /** The answer to a delivered request: two bytes, or all about it for senders that wait. */
  send(res: ServerResponse, delivered: Delivered, wait: boolean): Promise<void> | void
}

export function createReceipts(
  channels: Pick<DeliveryAdapters['channels'], 'findById'>,
  permalink: Permalink,
): Receipts {
  const sendReceipt = async (res: ServerResponse, delivered: Delivered): Promise<void> => {
    const channel = await channelOf(channels, delivered)
    sendJson(res, 200, {
      ok: true,
      posts: delivered.posts.map((post) => ({
        id: post.id,
        channel_id: post.channelId,
        permalink: safely(() => permalink(post, channel)),
      })),
      warnings: delivered.warnings,
      ignored: delivered.ignored,
    })
  }
  return {
    send: (res, delivered, wait) => {
      res.setHeader('X-Request-Id', requestId(res.req))
      if (delivered.replayed) res.setHeader('Idempotent-Replayed', 'true')
      if (wait) return sendReceipt(res, delivered)
      // Exactly this: Alertmanager, Grafana and others take anything else for a failure.
      res.setHeader('Content-Type', 'text/plain')
      res.setHeader('Content-Length', '2')
      // A string leaves in one write with the head, a buffer does not.
      res.end('ok')
      return undefined
    },
  }
}

// The posts are stored: no failure may make the sender repeat them. The team is missing, no more.
async function channelOf(
  channels: Pick<DeliveryAdapters['channels'], 'findById'>,
  { posts: [first] }: Delivered,
): Promise<Channel | null> {
  try {
    return first ? await channels.findById(first.channelId) : null
  } catch {
    return null
  }
}

function safely(address: () => unknown): string {
  try {
    const found = address()
    if (typeof found === 'string') return found
    // A host without types may make it a promise, whose rejection would end the process.
    Promise.resolve(found).catch(() => undefined)
    return ''
  } catch {
    return ''
  }
}

/** `{siteUrl}/{team}/pl/{id}`; posts outside of teams take the reference's `_redirect`. */
export function defaultPermalink(siteUrl: string): Permalink {
  return (post, channel) => {
    const team = channel?.teamName ?? '_redirect'
    return `${siteUrl}/${encodeURIComponent(team)}/pl/${encodeURIComponent(post.id)}`
  }
}

import { useRef } from 'preact/hooks'
import { listWebhooks, PER_PAGE, type Webhook, type WebhookQuery } from '../../api/webhooks.js'
import { type Loaded, useLoaded, useRested } from '../../state/loading.js'
import type { Filter } from './filter.js'

/** What was loaded: the webhooks of a channel, or of all (`''`). */
export interface Listed {
  readonly channelId: string
  readonly webhooks: readonly Webhook[]
  /** Whether there are more than a page, so that the server filters them. */
  readonly isPart: boolean
  /** Whether more of them match. */
  readonly hasMore: boolean
}

/**
 * Loads all webhooks, if they are not more than a page, which filters them. Of more, the server searches,
 * and `rows` say how many are shown.
 */
export function useList(filter: Filter, rows: number): Loaded<Listed> {
  const { channelId } = filter
  const query = useRested(filter.query)
  const asked = {
    channelId,
    ownerId: filter.ownerId,
    query: query.trim(),
    failing: filter.state === 'failing',
  } satisfies WebhookQuery
  /** The channel whose webhooks are known to be too many. */
  const large = useRef<string | null>(null)
  const load = async (): Promise<Listed> => {
    if (large.current !== channelId) {
      const webhooks = await listWebhooks({ channelId }, 1)
      if (webhooks.length < PER_PAGE) return { channelId, webhooks, isPart: false, hasMore: false }
      large.current = channelId
    }
    const webhooks = await listWebhooks(asked, Math.max(rows, 1))
    return { channelId, webhooks, isPart: true, hasMore: isFull(webhooks) }
  }
  const isAsked = asked.failing || asked.ownerId !== '' || asked.query !== ''
  const isSearched = isAsked && large.current === channelId
  return useLoaded(load, isSearched ? JSON.stringify(asked) : channelId)
}

/** Loads the webhooks after those that are shown. */
export async function loadMore(
  listed: Listed,
  { channelId, ownerId, query, state }: Filter,
  put: (listed: Listed) => void,
): Promise<void> {
  const failing = state === 'failing'
  const after = listed.webhooks.at(-1)
  const more = await listWebhooks({ channelId, ownerId, query: query.trim(), failing, after }, 1)
  put({ ...listed, webhooks: [...listed.webhooks, ...more], hasMore: isFull(more) })
}

function isFull(webhooks: readonly Webhook[]): boolean {
  return webhooks.length > 0 && webhooks.length % PER_PAGE === 0
}

import { useLatest } from 'express-incoming-webhooks-ui'
import { useRef } from 'preact/hooks'
import { listWebhooks, PER_PAGE, type Webhook, type WebhookQuery } from '../../api/webhooks.js'
import { type Loaded, useLoaded, useRested } from '../../state/loading.js'
import type { Filter } from './filter.js'

const REST_MS = 250

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
 * Loads all webhooks, if they are less than a page, which filters them. Of more, the server searches.
 */
export function useList({
  channelId,
  ownerId,
  query: typed,
  state,
}: Filter): Loaded<Listed> & { readonly more: () => Promise<void> } {
  const query = useRested(typed, REST_MS)
  const failing = state === 'failing'
  const asked: WebhookQuery = { channelId, ownerId, query, failing }
  /** The channel whose webhooks are known to be too many. */
  const large = useRef<string | null>(null)
  const partOf = (webhooks: readonly Webhook[], page = webhooks): Listed => ({
    channelId,
    webhooks,
    isPart: true,
    hasMore: page.length === PER_PAGE,
  })
  const load = async (): Promise<Listed> => {
    if (large.current !== channelId) {
      const webhooks = await listWebhooks({ channelId }, 1)
      if (webhooks.length < PER_PAGE) return { channelId, webhooks, isPart: false, hasMore: false }
      large.current = channelId
    }
    return partOf(await listWebhooks(asked, 1))
  }
  const isSearched = large.current === channelId && (failing || ownerId + query !== '')
  const what = isSearched ? JSON.stringify(asked) : channelId
  const loaded = useLoaded(load, what)
  const wanted = useLatest(what)
  const more = async () => {
    const last = loaded.value?.webhooks.at(-1)
    const page = await listWebhooks({ ...asked, after: last }, 1)
    // Meanwhile, something else may have been searched for, or the first page loaded again.
    loaded.change((now) => {
      const isNext = wanted.current === what && now.webhooks.at(-1)?.id === last?.id
      return isNext ? partOf([...now.webhooks, ...page], page) : now
    })
  }
  return { ...loaded, more }
}

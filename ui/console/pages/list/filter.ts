import { useLatest } from 'express-incoming-webhooks-ui'
import { useRef } from 'preact/hooks'
import { listWebhooks, PER_PAGE, type Webhook, type WebhookQuery } from '../../api/webhooks.js'
import { useLoaded, useRested } from '../../state/loading.js'
import { isBad } from '../requests/words.js'
import { resultAt } from './last-result.js'

/** The orders of the list, with their names. The first one is the order of the server. */
export const SORTS = [
  { name: 'created', text: 'Newest first' },
  { name: 'name', text: 'By name' },
  { name: 'used', text: 'Recently used first' },
  { name: 'result', text: 'Failing first' },
] as const
export type Sort = (typeof SORTS)[number]['name']

const NAMES = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The webhooks in another order. Those that are equal in it stay newest first. */
export function sortWebhooks(webhooks: readonly Webhook[], sort: Sort): readonly Webhook[] {
  const compare = COMPARE[sort]
  return compare ? [...webhooks].sort(compare) : webhooks
}

const COMPARE: Readonly<Record<Sort, ((a: Webhook, b: Webhook) => number) | null>> = {
  created: null,
  name: (a, b) => NAMES.compare(a.displayName, b.displayName),
  used: (a, b) => b.lastUsed - a.lastUsed,
  result: (a, b) => Number(isFailing(b)) - Number(isFailing(a)) || resultAt(b) - resultAt(a),
}

type State = 'all' | 'enabled' | 'disabled' | 'failing'

/** The states of the filter, with the webhooks in each. */
export const STATES: Readonly<
  Record<State, { readonly text: string; readonly holds: (webhook: Webhook) => boolean }>
> = {
  all: { text: 'All', holds: () => true },
  enabled: { text: 'Enabled', holds: ({ enabled }) => enabled },
  disabled: { text: 'Disabled', holds: ({ enabled }) => !enabled },
  failing: { text: 'Failing', holds: isFailing },
}
/** Those that the server finds. */
export const SEARCHED_STATES = ['all', 'failing'] as const
export const STATE_NAMES = ['all', 'enabled', 'disabled', 'failing'] as const

export interface Filter {
  readonly query: string
  readonly state: State
  /** The owner's id; `''` is all. */
  readonly ownerId: string
  /** `''` is all. */
  readonly channelId: string
}

/** The webhooks that match all conditions. */
export function filterWebhooks(webhooks: readonly Webhook[], filter: Filter): readonly Webhook[] {
  const words = filter.query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return webhooks.filter((webhook) => {
    if (filter.ownerId !== '' && webhook.userId !== filter.ownerId) return false
    if (filter.channelId !== '' && webhook.channelId !== filter.channelId) return false
    if (!STATES[filter.state].holds(webhook)) return false
    const { displayName, description, channel, owner } = webhook
    const text = [displayName, description, channel, owner].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Whether its last request was refused or failed. */
function isFailing({ lastResult }: Webhook) {
  return lastResult !== null && isBad(lastResult)
}

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
export function useList({ channelId, ownerId, query: typed, state }: Filter) {
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
  /** Shows a newer record in its place. */
  const replace = (changed: Webhook) =>
    loaded.change((now) => {
      const webhooks = now.webhooks.map((each) => (each.id === changed.id ? changed : each))
      return { ...now, webhooks }
    })
  return { ...loaded, more, replace }
}

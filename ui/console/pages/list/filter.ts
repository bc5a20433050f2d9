import type { Webhook } from '../../api/webhooks.js'

/** The orders of the list, with their names. The first one is the order of the server. */
export const SORTS = [
  { name: 'created', text: 'Newest first' },
  { name: 'name', text: 'By name' },
  { name: 'used', text: 'Recently used first' },
] as const
export type Sort = (typeof SORTS)[number]['name']

const NAMES = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** The webhooks in another order. Those that are equal in it stay newest first. */
export function sortWebhooks(webhooks: readonly Webhook[], sort: Sort): readonly Webhook[] {
  if (sort === 'created') return webhooks
  const byName = sort === 'name'
  return [...webhooks].sort((a, b) =>
    byName ? NAMES.compare(a.displayName, b.displayName) : b.lastUsed - a.lastUsed,
  )
}

export interface Filter {
  readonly query: string
  readonly state: 'all' | 'enabled' | 'disabled'
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
    if (filter.state !== 'all' && webhook.enabled !== (filter.state === 'enabled')) return false
    const { displayName, description, channel, owner } = webhook
    const text = [displayName, description, channel, owner].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

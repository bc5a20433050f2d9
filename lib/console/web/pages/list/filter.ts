import type { Webhook } from '../../api/webhooks.js'

export const STATES = ['all', 'enabled', 'disabled'] as const
export type ListState = (typeof STATES)[number]

export interface Filter {
  readonly query: string
  readonly state: ListState
  /** The creator's id; `''` is all. */
  readonly creatorId: string
}

export function stateOf(text: string): ListState {
  return STATES.find((state) => state === text) ?? 'all'
}

/** The webhooks that match all conditions. */
export function filterWebhooks(webhooks: readonly Webhook[], filter: Filter): readonly Webhook[] {
  const words = filter.query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return webhooks.filter((webhook) => {
    if (filter.creatorId !== '' && webhook.userId !== filter.creatorId) return false
    if (filter.state !== 'all' && webhook.enabled !== (filter.state === 'enabled')) return false
    const { displayName, description, channel, creator } = webhook
    const text = [displayName, description, channel, creator].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

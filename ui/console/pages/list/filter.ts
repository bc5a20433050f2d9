import type { Webhook } from '../../api/webhooks.js'
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

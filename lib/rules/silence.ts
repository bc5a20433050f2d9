import { isObject } from '../model/json.js'
import type { IncomingWebhook } from '../model/records.js'
import { isActive } from './alive.js'

/** Of a webhook, what its silence depends on, as a store has it. */
export type Expecting = {
  readonly [Name in 'enabled' | 'expectEvery' | 'expectedSince' | 'lastResult']?: unknown
}

/** What is to be told of a webhook that expects something. */
export interface Notice {
  /** That nothing is heard, or, once that was told, that something is heard again. */
  readonly says: 'silent' | 'heard'
  /** When the silence began: when something was last heard, or when it was first expected. */
  readonly since: number
  /** When it is to be told, in milliseconds since 1970. */
  readonly at: number
}

/** After how much of its time a webhook is silent, in milliseconds for each second. */
const SILENT_AFTER = 1_250
/** How much longer a node waits that could hear nothing, in milliseconds for each second. */
const LONGER = 250
const LEAST_LONGER = 60_000
const MOST_LONGER = 3_600_000

/**
 * What is to be told of a webhook next; null for nothing. `awakeSince`: since when the node could hear
 * something, because it has started or slept before.
 */
export function nextNotice(webhook: Expecting, awakeSince = -Infinity): Notice | null {
  const { every, expectedSince, heardAt, told } = numbersIn(webhook)
  // Whoever began to tell it may not have come to the end.
  if (told < 0) return { says: 'silent', since: -told, at: -told }
  if (told !== 0) return heardAt > told ? { says: 'heard', since: told, at: heardAt } : null
  const since = Math.max(expectedSince, heardAt)
  if (!webhook.enabled || every === 0 || since === 0) return null
  const due = since + every * SILENT_AFTER
  const longer = Math.min(Math.max(every * LONGER, LEAST_LONGER), MOST_LONGER)
  const at = since < awakeSince ? Math.max(due, awakeSince + longer) : due
  return { says: 'silent', since, at }
}

/** Since when a webhook is silent; null if it is not, or not for long enough. */
export function silentSince(webhook: Expecting, now: number): number | null {
  const { heardAt, told } = numbersIn(webhook)
  if (told !== 0) return heardAt > Math.abs(told) ? null : Math.abs(told)
  const notice = nextNotice(webhook)
  return notice && notice.at <= now ? notice.since : null
}

/** Whether anything is expected of a webhook, or heard again. */
export function isExpecting(webhook: Expecting): boolean {
  const { every, told } = numbersIn(webhook)
  return every !== 0 || told !== 0
}

type Lifetime = Pick<IncomingWebhook, 'enabled' | 'expiresAt' | 'expectEvery'>

/** From when on something is expected, for a change after which it is expected anew. */
export function expectedAnew(
  before: Lifetime,
  changes: Partial<Lifetime>,
  now: number,
): Partial<Pick<IncomingWebhook, 'expectedSince'>> {
  const { expectEvery } = { ...before, ...changes }
  const isNew = expectEvery !== before.expectEvery || !isActive(before, now)
  return expectEvery !== 0 && isNew ? { expectedSince: now } : {}
}

function numbersIn({ expectEvery, expectedSince, lastResult }: Expecting) {
  const { heardAt, silentSince: told } = isObject(lastResult) ? lastResult : {}
  return {
    every: Number(expectEvery ?? 0),
    expectedSince: Number(expectedSince ?? 0),
    heardAt: Number(heardAt ?? 0),
    told: Number(told ?? 0),
  }
}

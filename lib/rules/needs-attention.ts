import { isObject } from '../model/json.js'
import { isBadOutcome } from '../model/last-result.js'
import { type Expecting, nextNotice, silentSince } from './silence.js'

/** Of a webhook, what its need for attention depends on, as a store has it. */
export type Needy = Expecting & {
  readonly [Name in 'userId' | 'expiresAt' | 'previousKey']?: unknown
}

/** What it depends on besides. */
export interface Circumstances {
  readonly now: number
  /** Those that expire by then expire soon. */
  readonly soon: number
  /** Users who are deactivated. */
  readonly ownerIds: readonly string[]
}

type IsOfKind = (webhook: Needy, circumstances: Circumstances) => boolean

/** Why a webhook may need attention, as `WebhooksAdapter.listAttention` says. */
export const KINDS = {
  failing: isFailing,
  expiring: ({ expiresAt }, { now, soon }) => {
    const end = Number(expiresAt ?? 0)
    return end > now && end <= soon
  },
  oldKey: ({ previousKey }, { now }) =>
    isObject(previousKey) && Number(previousKey['expiresAt']) > now,
  silent: (webhook, { now }) =>
    silentSince(webhook, now) !== null || (nextNotice(webhook)?.at ?? Infinity) <= now,
  ownerless: ({ userId }, { ownerIds }) => ownerIds.some((id) => id === userId),
} satisfies Readonly<Record<string, IsOfKind>>

/** The same, for whoever goes through all of them. */
export const ALL_KINDS: readonly IsOfKind[] = Object.values(KINDS)

/** Whether its last request was refused or failed. */
export function isFailing({ lastResult }: Pick<Needy, 'lastResult'>): boolean {
  return isObject(lastResult) && isBadOutcome(lastResult['outcome'])
}

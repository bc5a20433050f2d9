import type { DeliveryRecord } from '../model/deliveries.js'
import { ERRORS } from '../model/errors.js'
import type { IncomingWebhook } from '../model/records.js'
import { type Expecting, silentSince } from '../rules/silence.js'

/** Refusals for one reason within this time, in milliseconds, of which the third is a signal. */
const WITHIN = 600_000
const MOST_REFUSALS = 3
/** How long before its end a webhook is said to expire, in milliseconds. */
export const SOON = 3 * 86_400_000

/** What an owner should know. */
export interface Signal {
  /**
   * `failing`: three requests within ten minutes were refused for one reason, and none was accepted
   * between. `recovered`: one was accepted after that. `expiring`: the webhook ends within three days.
   * `old-key-used`: a request used the key from before the last change. `silent`: nothing was heard for
   * the time within which something is expected, and a quarter of it.
   */
  readonly signal: 'failing' | 'recovered' | 'expiring' | 'old-key-used' | 'silent'
  /** The `id` of the error, if requests were refused; else `''`. */
  readonly reason: string
  /** How many requests it is about. */
  readonly count: number
  /** When it began, in milliseconds since 1970. */
  readonly since: number
}

/** A signal at the request that made it. */
export interface Raised extends Signal {
  /** The `id` of the request. */
  readonly at: string
}

export interface Signals {
  /** What holds now, at most one of each kind. */
  readonly current: readonly Signal[]
  /** What began or ended with one of the requests, the oldest first. */
  readonly raised: readonly Raised[]
}

/** Of a webhook, what signals depend on. */
export type Watched = Pick<IncomingWebhook, 'expiresAt' | 'previousKey'> & Expecting
export type Seen = Pick<DeliveryRecord, 'id' | 'time' | 'share' | 'outcome' | 'errorId' | 'oldKey'>

/** Refusals for one reason since the last request that was accepted. */
interface Refusals {
  readonly since: number
  count: number
  /** When the last ones came, at most as many as make a signal. */
  latest: readonly number[]
}

/** What the requests of a webhook, the oldest first, say to its owner. */
export function signalsOf(requests: readonly Seen[], webhook: Watched, now: number): Signals {
  const { expiresAt, previousKey } = webhook
  const raised: Raised[] = []
  let refused = new Map<string, Refusals>()
  let failing: string | null = null
  const old = { since: 0, count: 0 }
  let before = -Infinity
  const raise = (at: string, signal: Signal): void => {
    raised.push({ at, ...signal })
  }
  for (const { id, time, share, outcome, errorId, oldKey } of requests) {
    if (previousKey && oldKey === previousKey.keyHint) {
      if (old.count === 0) old.since = time
      old.count += 1
      if (old.count === 1) raise(id, { signal: 'old-key-used', reason: '', ...old })
    }
    if (isSoon(expiresAt, time) && !isSoon(expiresAt, before)) raise(id, expiring(expiresAt))
    before = time
    if (share === 'accepted') {
      if (failing !== null)
        raise(id, { signal: 'recovered', reason: failing, count: 1, since: time })
      failing = null
      refused = new Map()
    } else if (share === 'refused' || errorId === ERRORS.signature_invalid.id) {
      const reason = errorId || outcome
      const { since, count, latest } = refused.get(reason) ?? { since: time, count: 0, latest: [] }
      const refusals = { since, count: count + 1, latest: [...latest, time].slice(-MOST_REFUSALS) }
      refused.set(reason, refusals)
      const [first = time] = refusals.latest
      if (failing !== null || refusals.latest.length < MOST_REFUSALS || time - first > WITHIN)
        continue
      failing = reason
      raise(id, { signal: 'failing', reason, count: refusals.count, since })
    }
  }
  const worst = failing === null ? undefined : refused.get(failing)
  const isOldValid = previousKey !== null && previousKey.expiresAt > now
  return {
    raised,
    current: [
      ...(failing !== null && worst
        ? [{ signal: 'failing', reason: failing, count: worst.count, since: worst.since } as const]
        : []),
      ...(old.count > 0 && isOldValid
        ? [{ signal: 'old-key-used', reason: '', ...old } as const]
        : []),
      ...(isSoon(expiresAt, now) ? [expiring(expiresAt)] : []),
      ...silenceOf(webhook, now),
    ],
  }
}

/** Of a webhook that has ended, its requests tell. */
export function isSoon(expiresAt: number, now: number): boolean {
  return expiresAt !== 0 && expiresAt - SOON <= now && now < expiresAt
}

function expiring(expiresAt: number): Signal {
  return { signal: 'expiring', reason: '', count: 0, since: expiresAt - SOON }
}

function silenceOf(webhook: Watched, now: number): readonly Signal[] {
  const since = silentSince(webhook, now)
  return since === null ? [] : [{ signal: 'silent', reason: '', count: 0, since }]
}

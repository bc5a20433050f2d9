import type { DeliveryRecord } from '../model/deliveries.js'
import { ERRORS } from '../model/errors.js'
import type { HookUser, IncomingWebhook } from '../model/records.js'
import { type Expecting, silentSince } from '../rules/silence.js'

/** Refusals for one reason within this time, in milliseconds, of which the third is a signal. */
const WITHIN = 600_000
const MOST_REFUSALS = 3
/** How long before its end a webhook is said to expire, in milliseconds. */
export const SOON = 3 * 86_400_000

export const SIGNALS = [
  'failing',
  'recovered',
  'expiring',
  'old-key-used',
  'owner-deactivated',
  'handed-over',
  'silent',
] as const

/** What an owner should know. */
export interface Signal {
  /**
   * `failing`: three requests within ten minutes were refused for one reason, and none was accepted
   * between. `recovered`: one was accepted after that. `expiring`: the webhook ends within three days.
   * `old-key-used`: a request used the key from before the last change. `owner-deactivated`: its owner is
   * deactivated, so that it refuses everything. `handed-over`: it has another owner. `silent`: nothing was
   * heard for the time within which something is expected, and a quarter of it.
   */
  readonly signal: (typeof SIGNALS)[number]
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

/** A time in which a webhook failed. */
export interface Failure extends Pick<Signal, 'reason' | 'count' | 'since'> {
  /** The `id` of the last request that was accepted before; `''` if there is none. */
  readonly after: string
  /** When a request was accepted again, in milliseconds since 1970; null if it still fails. */
  readonly worksSince: number | null
}

export interface Signals {
  /** What holds now, at most one of each kind. */
  readonly current: readonly Signal[]
  /** The last one; null if it never failed. */
  readonly failure: Failure | null
  /** What began or ended with one of the requests, the oldest first. */
  readonly raised: readonly Raised[]
}

/** Of a webhook, what signals depend on. */
export interface Watched extends Pick<IncomingWebhook, 'expiresAt' | 'previousKey'>, Expecting {
  /** Since when its owner is deactivated, in milliseconds since 1970; null if the owner is active. */
  readonly ownerLeft: number | null
}
export type Seen = Pick<
  DeliveryRecord,
  'id' | 'time' | 'share' | 'outcome' | 'errorId' | 'oldKey' | 'replayOf'
>

/** Refusals for one reason since the last request that was accepted. */
interface Refusals extends Pick<Signal, 'since' | 'count'> {
  /** When the last ones came, at most as many as make a signal. */
  readonly latest: readonly number[]
}

/** What the requests of a webhook, the oldest first, say to its owner. */
export function signalsOf(requests: readonly Seen[], webhook: Watched, now: number): Signals {
  const { expiresAt, previousKey, ownerLeft } = webhook
  const raised: Raised[] = []
  let refused = new Map<string, Refusals>()
  let failing: string | null = null
  let accepted = ''
  let failure: Failure | null = null
  const old = { since: 0, count: 0 }
  const ownerless = { since: ownerLeft ?? Infinity, count: 0 }
  let before = -Infinity
  const raise = (at: string, signal: Signal) => {
    raised.push({ at, ...signal })
  }
  for (const { id, time, share, outcome, errorId, oldKey, replayOf } of requests) {
    // Whoever has sent it again has seen that it was refused.
    if (replayOf !== null && share !== 'accepted') continue
    if (previousKey && oldKey === previousKey.keyHint) {
      if (old.count === 0) old.since = time
      old.count += 1
      if (old.count === 1) raise(id, { ...OLD_KEY, ...old })
    }
    if (isSoon(expiresAt, time) && !isSoon(expiresAt, before)) raise(id, expiring(expiresAt))
    before = time
    if (share === 'accepted') {
      if (failing !== null) {
        raise(id, { signal: 'recovered', reason: failing, count: 1, since: time })
        failure = failureOf(failing, refused, accepted, time)
      }
      failing = null
      accepted = id
      refused = new Map()
    } else if (errorId === ERRORS.channel_not_permitted.id && time >= ownerless.since) {
      ownerless.count += 1
      if (ownerless.count === 1) raise(id, { ...OWNERLESS, ...ownerless })
    } else if (share === 'refused' || WITH_KEY.has(errorId)) {
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
  if (failing !== null) failure = failureOf(failing, refused, accepted, null)
  const silent = silentSince(webhook, now)
  const isOldValid = previousKey !== null && previousKey.expiresAt > now
  return {
    raised,
    failure,
    current: [
      failure?.worksSince === null ? failingIn(failure) : null,
      old.count > 0 && isOldValid ? { ...OLD_KEY, ...old } : null,
      isSoon(expiresAt, now) ? expiring(expiresAt) : null,
      ownerLeft === null ? null : { ...OWNERLESS, ...ownerless },
      silent === null ? null : { signal: 'silent' as const, reason: '', count: 0, since: silent },
    ].filter((signal) => signal !== null),
  }
}

function failureOf(
  reason: string,
  refused: ReadonlyMap<string, Refusals>,
  after: string,
  worksSince: number | null,
): Failure | null {
  const worst = refused.get(reason)
  return worst ? { reason, count: worst.count, since: worst.since, after, worksSince } : null
}

function failingIn({ reason, count, since }: Failure): Signal {
  return { signal: 'failing', reason, count, since }
}

/** Errors of requests that have a key which may be used, and do not prove more. */
const WITH_KEY: ReadonlySet<string> = new Set([
  ERRORS.signature_invalid.id,
  ERRORS.address_refused.id,
])

const OLD_KEY = { signal: 'old-key-used', reason: '' } as const

export const OWNERLESS = {
  signal: 'owner-deactivated',
  reason: ERRORS.channel_not_permitted.id,
} as const

/** Since when the owner of a webhook is deactivated; null if not. */
export function ownerLeftAt(
  { userId, updateAt }: Pick<IncomingWebhook, 'userId' | 'updateAt'>,
  users: readonly HookUser[],
): number | null {
  const owner = users.find(({ id }) => id === userId)
  return owner ? owner.deleteAt || null : updateAt
}

/** Of a webhook that has ended, its requests tell. */
export function isSoon(expiresAt: number, now: number): boolean {
  return expiresAt !== 0 && expiresAt - SOON <= now && now < expiresAt
}

function expiring(expiresAt: number): Signal {
  return { signal: 'expiring', reason: '', count: 0, since: expiresAt - SOON }
}

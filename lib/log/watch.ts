import type { CheckedManagement } from '../host/checked.js'
import type { DeliveryRecord } from '../model/deliveries.js'
import type { HookLog } from '../model/log.js'
import type { IncomingWebhook } from '../model/records.js'
import type { DeliveryLog, ListedDelivery } from './delivery-log.js'
import { createPaced } from './paced.js'
import {
  type Failure,
  isSoon,
  ownerLeftAt,
  OWNERLESS,
  type Signal,
  type Signals,
  signalsOf,
} from './signals.js'

/** Requests of a webhook that are looked at. */
const MOST_REQUESTS = 1_000
/** Webhooks that wait to be looked at. */
const MOST_WAITING = 1_000
const MOST_FAILING = 10_000
/** Until then all processes have written what came, so that they see the same. In milliseconds. */
const SETTLED = 1_000
/** After it, what became of a webhook is told again, in milliseconds. */
const PAUSE = 5_000

const LAST = { offset: 0, limit: 1 }

/** A signal of a webhook, at the moment in which it begins or ends. */
export interface SignalEvent extends Signal {
  /** The webhook. */
  readonly webhookId: string
  /** The owner of the webhook; of `handed-over`, once the former and once the new one. */
  readonly userId: string
}

/** Takes a signal. It is called once for each, by the process that took the request that made it. */
export type OnSignal = (event: SignalEvent) => unknown

/** A webhook that fails, or has failed. */
export interface Failed {
  readonly webhook: IncomingWebhook
  readonly failure: Failure
  /** The oldest first. */
  readonly requests: readonly ListedDelivery[]
}

/**
 * `more`: requests that come may change what is told. `all`: none will. `again`: another process has told
 * of it at the same time, perhaps of less.
 */
export type Told = 'more' | 'all' | 'again'

export interface WatchParts {
  readonly deliveryLog: Pick<DeliveryLog, 'list'>
  readonly webhooks: Pick<CheckedManagement['webhooks'], 'findById'>
  readonly users: Pick<CheckedManagement['users'], 'findByIds'>
  readonly onSignal: (event: SignalEvent, webhook: IncomingWebhook) => unknown
  /**
   * Told of a failure some time after it began, and after more came of it, by any process that wrote some
   * of that. `latest` finds out how it is by now.
   */
  readonly onFailure: (failed: Failed, latest: () => Promise<Failed | null>) => Promise<Told>
  /** What tells the log from the one before, if it is forgotten when the process ends; else `''`. */
  readonly logName: string
  readonly clock: () => number
  readonly log: HookLog
}

export type Watch = ReturnType<typeof createWatch>

/**
 * Tells the host of signals. It reads the requests of a webhook when a refused one was written, one with an
 * earlier key, or an accepted one after it failed or shortly before its end.
 */
export function createWatch(parts: WatchParts) {
  const { onSignal, onFailure, log } = parts
  /** The requests that were written since, by webhook. */
  const waiting = new Map<string, Set<string>>()
  const suspects = createSuspects()
  /** Of which failures there may be more to tell. */
  const followed = new Set<string>()
  let looking: Promise<void> | null = null

  const attempt = async (webhookId: string, look: () => Promise<void>) => {
    try {
      await look()
    } catch (error) {
      log('warn', 'could not read the requests of a webhook', { webhookId, error })
    }
  }
  const tell = async (webhookId: string) => {
    const failedNow = async (): Promise<Failed | null> => {
      const seen = await see(webhookId, parts)
      return seen?.failure ? { ...seen, failure: seen.failure } : null
    }
    const failed = await failedNow()
    const told = failed ? await onFailure(failed, failedNow) : 'all'
    if (told === 'again') paced.ask(webhookId)
    if (told === 'all') followed.delete(webhookId)
    else if (followed.size < MOST_FAILING) followed.add(webhookId)
  }
  const paced = createPaced({
    run: (webhookId) => attempt(webhookId, () => tell(webhookId)),
    delay: SETTLED,
    pause: PAUSE,
  })
  const lookAt = async (webhookId: string, ids: ReadonlySet<string>) => {
    const seen = await see(webhookId, parts)
    if (!seen) return
    const { webhook, current, raised, failure } = seen
    const { userId } = webhook
    suspects.seen(webhookId, current)
    const isOurs = raised.some(({ at }) => ids.has(at))
    // Also if another process has written the request at which it began, but saw less then.
    if (failure && (failure.worksSince === null || isOurs)) paced.ask(webhookId)
    for (const { at, ...signal } of raised) {
      if (ids.has(at)) await onSignal({ webhookId, userId, ...signal }, webhook)
    }
  }
  const look = async () => {
    for (const [webhookId, ids] of waiting) {
      waiting.delete(webhookId)
      await attempt(webhookId, () => lookAt(webhookId, ids))
    }
  }
  return {
    written: (requests: readonly DeliveryRecord[]) => {
      for (const request of requests) {
        const { id, webhookId, replayOf } = request
        if (replayOf !== null || followed.has(webhookId)) paced.ask(webhookId)
        if (!suspects.isNews(request)) continue
        const ids = waiting.get(webhookId) ?? new Set()
        const isTooMuch = ids.size === 0 && waiting.size >= MOST_WAITING
        if (isTooMuch || ids.size >= MOST_REQUESTS) continue
        waiting.set(webhookId, ids.add(id))
      }
      looking ??= look().finally(() => {
        looking = null
      })
    },
    /** Looks at what is known of a webhook before its request is written: it may have failed in another process. */
    meet: suspects.meet,
    /** Tells what there is to tell of the failure of a webhook now. */
    tell: paced.now,
    /** Resolves when there is nothing more to look at. */
    done: () => Promise.resolve(looking),
    /** Tells what there is to tell. */
    close: async () => {
      await looking
      await paced.close()
    },
  }
}

/** Which webhooks may have news in the requests that come. */
function createSuspects() {
  const failing = new Set<string>()
  const expiring = new Set<string>()
  /** For which reason a webhook is known to refuse: more of that is no news, however much comes. */
  const known = new Map<string, string>()
  const suspect = (webhookId: string) => {
    if (failing.size < MOST_FAILING) failing.add(webhookId)
    return failing.has(webhookId)
  }
  return {
    meet: ({ id, lastResult, expiresAt }: IncomingWebhook, now: number) => {
      if (lastResult?.outcome === 'refused' || lastResult?.outcome === 'failed') suspect(id)
      else if (lastResult) known.delete(id)
      // Once: a look at its requests tells whether this one is the first of its last three days.
      if (!isSoon(expiresAt, now) || expiring.has(id)) return
      if (expiring.size >= MOST_FAILING) return
      expiring.add(id)
      suspect(id)
    },
    isNews: ({ webhookId, share, oldKey, errorId, outcome }: DeliveryRecord) => {
      const isAccepted = share === 'accepted'
      if (isAccepted) known.delete(webhookId)
      const isOther = isAccepted
        ? failing.has(webhookId)
        : known.get(webhookId) !== (errorId || outcome)
      return oldKey !== '' || isOther
    },
    /** What a look at its requests has shown. */
    seen: (webhookId: string, current: Signals['current']) => {
      const refusing = current.find(
        ({ signal }) => signal === 'failing' || signal === 'owner-deactivated',
      )
      if (!refusing) failing.delete(webhookId)
      else if (suspect(webhookId)) known.set(webhookId, refusing.reason)
    },
  }
}

async function see(
  webhookId: string,
  { webhooks, users, deliveryLog, logName, clock }: WatchParts,
): Promise<(Signals & Omit<Failed, 'failure'>) | null> {
  const webhook = await webhooks.findById(webhookId)
  if (!webhook) return null
  const page = { offset: 0, limit: MOST_REQUESTS }
  const { userId } = webhook
  const requests = (await deliveryLog.list({ webhookIds: [webhookId] }, page)).toReversed()
  // Only those of a deactivated owner, and of one who cannot read the channel, are refused so.
  const isOwnerInDoubt = requests.some(({ errorId }) => errorId === OWNERLESS.reason)
  const ownerLeft = isOwnerInDoubt ? ownerLeftAt(webhook, await users.findByIds([userId])) : null
  const seen = signalsOf(requests, { ...webhook, ownerLeft }, clock())
  const isCut = requests.length === page.limit
  const { failure } = seen
  if (failure?.after !== '') return { ...seen, webhook, requests }
  const after = isCut ? await lastAccepted(webhookId, failure.since, deliveryLog) : ''
  return { ...seen, webhook, requests, failure: { ...failure, after: after || logName } }
}

/** The last request that was accepted before a failure that is longer than what was read of the log. */
async function lastAccepted(webhookId: string, to: number, deliveryLog: WatchParts['deliveryLog']) {
  const found = await Promise.all(
    (['posted', 'skipped'] as const).map((outcome) =>
      deliveryLog.list({ webhookIds: [webhookId], outcome, to }, LAST),
    ),
  )
  const [last] = found.flat().toSorted((one, other) => other.time - one.time)
  return last?.id ?? ''
}

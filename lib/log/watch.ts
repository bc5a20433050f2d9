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

/**
 * Tells the host of signals. It reads the requests of a webhook when a refused one was written, one with an
 * earlier key, or an accepted one after it failed or shortly before its end.
 */
export class Watch {
  readonly #parts: WatchParts
  /** The requests that were written since, by webhook. */
  readonly #waiting = new Map<string, Set<string>>()
  readonly #failing = new Set<string>()
  readonly #expiring = new Set<string>()
  /** For which reason a webhook is known to refuse: more of that is no news, however much comes. */
  readonly #known = new Map<string, string>()
  /** Of which failures there may be more to tell. */
  readonly #followed = new Set<string>()
  readonly #paced = createPaced({
    run: (webhookId) => this.#attempt(webhookId, () => this.#tell(webhookId)),
    delay: SETTLED,
    pause: PAUSE,
  })
  #looking: Promise<void> | null = null

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  written(requests: readonly DeliveryRecord[]): void {
    for (const { id, webhookId, share, oldKey, errorId, outcome, replayOf } of requests) {
      const isAccepted = share === 'accepted'
      if (replayOf !== null || this.#followed.has(webhookId)) this.#paced.ask(webhookId)
      if (isAccepted) this.#known.delete(webhookId)
      const isNews = isAccepted
        ? this.#failing.has(webhookId)
        : this.#known.get(webhookId) !== (errorId || outcome)
      if (oldKey === '' && !isNews) continue
      const ids = this.#waiting.get(webhookId) ?? new Set()
      if (ids.size >= MOST_REQUESTS) continue
      if (ids.size === 0 && this.#waiting.size >= MOST_WAITING) continue
      this.#waiting.set(webhookId, ids.add(id))
    }
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
  }

  /** Looks at what is known of a webhook before its request is written: it may have failed in another process. */
  meet({ id, lastResult, expiresAt }: IncomingWebhook, now: number): void {
    if (lastResult?.outcome === 'refused' || lastResult?.outcome === 'failed') this.#suspect(id)
    else if (lastResult) this.#known.delete(id)
    // Once: a look at its requests tells whether this one is the first of its last three days.
    if (!isSoon(expiresAt, now) || this.#expiring.has(id)) return
    if (this.#expiring.size >= MOST_FAILING) return
    this.#expiring.add(id)
    this.#suspect(id)
  }

  #suspect(webhookId: string): boolean {
    if (this.#failing.size < MOST_FAILING) this.#failing.add(webhookId)
    return this.#failing.has(webhookId)
  }

  /** Tells what there is to tell of the failure of a webhook now. */
  async tell(webhookId: string): Promise<void> {
    await this.#paced.now(webhookId)
  }

  /** Resolves when there is nothing more to look at. */
  async done(): Promise<void> {
    await this.#looking
  }

  /** Tells what there is to tell. */
  async close(): Promise<void> {
    await this.done()
    await this.#paced.close()
  }

  async #look(): Promise<void> {
    for (const [webhookId, ids] of this.#waiting) {
      this.#waiting.delete(webhookId)
      await this.#attempt(webhookId, () => this.#lookAt(webhookId, ids))
    }
  }

  async #attempt(webhookId: string, look: () => Promise<void>): Promise<void> {
    try {
      await look()
    } catch (error) {
      this.#parts.log('warn', 'could not read the requests of a webhook', { webhookId, error })
    }
  }

  async #tell(webhookId: string): Promise<void> {
    const failedNow = async (): Promise<Failed | null> => {
      const seen = await this.#see(webhookId)
      return seen?.failure ? { ...seen, failure: seen.failure } : null
    }
    const failed = await failedNow()
    const told = failed ? await this.#parts.onFailure(failed, failedNow) : 'all'
    if (told === 'again') this.#paced.ask(webhookId)
    if (told === 'all') this.#followed.delete(webhookId)
    else if (this.#followed.size < MOST_FAILING) this.#followed.add(webhookId)
  }

  async #lookAt(webhookId: string, ids: ReadonlySet<string>): Promise<void> {
    const seen = await this.#see(webhookId)
    if (!seen) return
    const { webhook, current, raised, failure } = seen
    const { userId } = webhook
    const { onSignal } = this.#parts
    const refusing = current.find(
      ({ signal }) => signal === 'failing' || signal === 'owner-deactivated',
    )
    if (!refusing) this.#failing.delete(webhookId)
    else if (this.#suspect(webhookId)) this.#known.set(webhookId, refusing.reason)
    // Also if another process has written the request at which it began, but saw less then.
    if (failure && (failure.worksSince === null || raised.some(({ at }) => ids.has(at))))
      this.#paced.ask(webhookId)
    for (const { at, ...signal } of raised) {
      if (ids.has(at)) await onSignal({ webhookId, userId, ...signal }, webhook)
    }
  }

  async #see(webhookId: string): Promise<(Signals & Omit<Failed, 'failure'>) | null> {
    const { webhooks, users, deliveryLog, logName, clock } = this.#parts
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
    const after = isCut ? await this.#lastAccepted(webhookId, failure.since) : ''
    return { ...seen, webhook, requests, failure: { ...failure, after: after || logName } }
  }

  /** The last request that was accepted before a failure that is longer than what was read of the log. */
  async #lastAccepted(webhookId: string, to: number): Promise<string> {
    const { deliveryLog } = this.#parts
    const found = await Promise.all(
      (['posted', 'skipped'] as const).map((outcome) =>
        deliveryLog.list({ webhookIds: [webhookId], outcome, to }, LAST),
      ),
    )
    const [last] = found.flat().toSorted((one, other) => other.time - one.time)
    return last?.id ?? ''
  }
}

import type { CheckedManagement } from '../host/checked.js'
import type { DeliveryRecord } from '../model/deliveries.js'
import type { HookLog } from '../model/log.js'
import type { IncomingWebhook } from '../model/records.js'
import type { DeliveryLog } from './delivery-log.js'
import { isSoon, ownerLeftAt, OWNERLESS, type Signal, signalsOf } from './signals.js'

/** Requests of a webhook that are looked at. */
const MOST_REQUESTS = 1_000
/** Webhooks that wait to be looked at. */
const MOST_WAITING = 1_000
const MOST_FAILING = 10_000

/** A signal of a webhook, at the moment in which it begins or ends. */
export interface SignalEvent extends Signal {
  /** The webhook. */
  readonly webhookId: string
  /** The owner of the webhook; of `handed-over`, once the former and once the new one. */
  readonly userId: string
}

/** Takes a signal. It is called once for each, by the process that took the request that made it. */
export type OnSignal = (event: SignalEvent) => unknown

export interface WatchParts {
  readonly deliveryLog: Pick<DeliveryLog, 'list'>
  readonly webhooks: Pick<CheckedManagement['webhooks'], 'findById'>
  readonly users: Pick<CheckedManagement['users'], 'findByIds'>
  readonly onSignal: (event: SignalEvent, webhook: IncomingWebhook) => unknown
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
  #looking: Promise<void> | null = null

  constructor(parts: WatchParts) {
    this.#parts = parts
  }

  written(requests: readonly DeliveryRecord[]): void {
    for (const { id, webhookId, share, oldKey, errorId, outcome } of requests) {
      const isAccepted = share === 'accepted'
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

  /** Resolves when there is nothing more to look at. */
  async done(): Promise<void> {
    await this.#looking
  }

  async #look(): Promise<void> {
    for (const [webhookId, ids] of this.#waiting) {
      this.#waiting.delete(webhookId)
      try {
        await this.#lookAt(webhookId, ids)
      } catch (error) {
        this.#parts.log('warn', 'could not read the requests of a webhook', { webhookId, error })
      }
    }
  }

  async #lookAt(webhookId: string, ids: ReadonlySet<string>): Promise<void> {
    const { webhooks, users, deliveryLog, onSignal, clock } = this.#parts
    const webhook = await webhooks.findById(webhookId)
    if (!webhook) return
    const page = { offset: 0, limit: MOST_REQUESTS }
    const { userId } = webhook
    const requests = await deliveryLog.list({ webhookIds: [webhookId] }, page)
    // Only those of a deactivated owner, and of one who cannot read the channel, are refused so.
    const isOwnerInDoubt = requests.some(({ errorId }) => errorId === OWNERLESS.reason)
    const ownerLeft = isOwnerInDoubt ? ownerLeftAt(webhook, await users.findByIds([userId])) : null
    const watched = { ...webhook, ownerLeft }
    const { current, raised } = signalsOf(requests.toReversed(), watched, clock())
    const refusing = current.find(
      ({ signal }) => signal === 'failing' || signal === 'owner-deactivated',
    )
    if (!refusing) this.#failing.delete(webhookId)
    else if (this.#suspect(webhookId)) this.#known.set(webhookId, refusing.reason)
    for (const { at, ...signal } of raised) {
      if (ids.has(at)) await onSignal({ webhookId, userId, ...signal }, webhook)
    }
  }
}

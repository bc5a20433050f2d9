import { MemoryDeliveries } from '../adapters/memory/deliveries.js'
import type { CheckedManagement } from '../host/checked.js'
import {
  type DeliveryFilter,
  type DeliveryPage,
  type DeliveryRecord,
  keptSince,
  limitsAt,
  type NewDelivery,
} from '../model/deliveries.js'
import { WebhookError } from '../model/errors.js'
import type { HookLog } from '../model/log.js'
import type { HookSettings } from '../model/records.js'
import { type Batcher, createBatcher } from './batcher.js'
import type { KeptRequest, KeptRequests } from './kept-requests.js'

/** The most requests of a page. */
export const MOST_LISTED = 1_000
/** Requests of each share that are read to find signals, of all webhooks together. */
const MOST_LATEST = 10_000
/** Webhooks whose requests are listed at a time. */
const AT_ONCE = 20
/** Characters of what was sent that wait to be written; of more, only the records are kept. */
const MOST_WAITING = 8_388_608
/** What comes within this time is written together, in milliseconds: of a flood, the last 1,000 requests. */
const PAUSE = 400
const MINUTE = 60_000
const HOUR = 3_600_000

export interface DeliveryLogParts {
  /** Undefined: the requests of this process, in memory. */
  readonly deliveries: CheckedManagement['deliveries']
  readonly settings: Pick<CheckedManagement['settings'], 'get'>
  readonly kept: Pick<KeptRequests, 'open'>
  readonly clock: () => number
  readonly log: HookLog
  /** Called with requests that were written. */
  readonly onWritten?: (written: readonly DeliveryRecord[]) => void
}

/** A request, with what is known of it from others. */
export interface ListedDelivery extends DeliveryRecord {
  /**
   * The `id` of the newest later request with the same content that was accepted; null if there is none. Of
   * one that was accepted itself, only one by which somebody sent it again, and only where it is shown alone.
   */
  readonly deliveredBy: string | null
}

/** What came to webhooks, and what became of it. It never makes a request wait or fail. */
export class DeliveryLog {
  readonly #parts: DeliveryLogParts
  readonly #store: NonNullable<CheckedManagement['deliveries']>
  readonly #batcher: Batcher<NewDelivery>
  readonly #timer: NodeJS.Timeout
  #isPruned = false
  /** Characters of what was sent that wait to be written. */
  #waiting = 0

  constructor(parts: DeliveryLogParts) {
    this.#parts = parts
    this.#store = parts.deliveries ?? new MemoryDeliveries()
    this.#batcher = createBatcher({
      write: async (entries) => {
        this.#waiting = 0
        await this.#store.append(entries)
        this.#isPruned = false
        parts.onWritten?.(entries)
      },
      name: 'recent requests',
      pause: PAUSE,
      log: parts.log,
    })
    let next = HOUR
    this.#timer = setInterval(() => {
      next -= MINUTE
      if (this.#isPruned && next > 0) return
      next = HOUR
      void this.prune()
    }, MINUTE).unref()
  }

  add(entry: NewDelivery): void {
    this.#waiting += entry.kept?.length ?? 0
    this.#batcher.add(this.#waiting > MOST_WAITING ? { ...entry, kept: null } : entry)
  }

  /** Newest first. */
  async list(filter: DeliveryFilter, page: DeliveryPage): Promise<readonly ListedDelivery[]> {
    await this.#batcher.flush()
    return this.#delivered(await this.#store.list(filter, page))
  }

  /**
   * The latest requests of each of these webhooks, at most 1,000, the oldest first. The more webhooks, the
   * fewer of each, and of accepted ones at most `accepted`; of a request, only what signals need may be there.
   */
  async latest(
    webhookIds: readonly string[],
    accepted: number,
  ): Promise<ReadonlyMap<string, readonly DeliveryRecord[]>> {
    const found = new Map(webhookIds.map((id) => [id, new Array<DeliveryRecord>()]))
    if (found.size === 0) return found
    await this.#batcher.flush()
    const ids = [...found.keys()]
    const limit = Math.min(MOST_LISTED, Math.ceil(MOST_LATEST / ids.length))
    const perShare = {
      accepted: Math.min(accepted, limit),
      refused: limit,
      unproven: limit,
      replayed: 0,
    }
    const listed = this.#store.latest
      ? await this.#store.latest(ids, perShare)
      : await this.#listEach(ids, limit)
    for (const request of listed.toReversed()) found.get(request.webhookId)?.push(request)
    return found
  }

  /** A request, and what was sent with it. Throws `delivery_not_found`. */
  async find(
    webhookId: string,
    id: string,
  ): Promise<{ readonly delivery: ListedDelivery; readonly sent: KeptRequest | null }> {
    await this.#batcher.flush()
    const found = await this.#find(webhookId, id)
    if (!found) throw new WebhookError('delivery_not_found')
    const { kept, ...record } = found
    const [delivery = { ...record, deliveredBy: null }] = await this.#delivered([record], true)
    const isKept = record.time >= keptSince(this.#parts.clock())
    return { delivery, sent: this.#parts.kept.open(isKept ? kept : null, webhookId, id) }
  }

  /** What came to a webhook that was deleted; only what was `sent`, if it has another owner. */
  async forget(webhookId: string, only?: 'sent'): Promise<void> {
    try {
      await this.erase(webhookId, only)
    } catch (error) {
      // The webhook itself has been changed, which must not fail now.
      const fields = { webhook: webhookId, error }
      this.#parts.log('warn', 'could not delete the recent requests of a webhook', fields)
    }
  }

  /** The same, for whoever must know that it is gone: it throws if the store fails. */
  async erase(webhookId: string, only?: 'sent'): Promise<void> {
    await this.#batcher.flush()
    await this.#store.deleteFor(webhookId, only)
  }

  /** Deletes what is beyond the limits of the settings. */
  async prune(): Promise<void> {
    const { settings, clock, log } = this.#parts
    try {
      await this.#store.prune?.(limitsOf(await settings.get(), clock()))
      this.#isPruned = true
    } catch (error) {
      log('warn', 'could not delete old requests of webhooks', { error })
    }
  }

  flush(): Promise<void> {
    return this.#batcher.flush()
  }

  /** Writes what waits. */
  close(): Promise<void> {
    clearInterval(this.#timer)
    return this.#batcher.flush()
  }

  async #listEach(
    webhookIds: readonly string[],
    limit: number,
  ): Promise<readonly DeliveryRecord[]> {
    const found: DeliveryRecord[] = []
    for (let at = 0; at < webhookIds.length; at += AT_ONCE) {
      const some = webhookIds.slice(at, at + AT_ONCE)
      const lists = await Promise.all(
        some.map(async (id) => this.#store.list({ webhookIds: [id] }, { offset: 0, limit })),
      )
      for (const request of lists.flat()) found.push(request)
    }
    return found
  }

  async #find(webhookId: string, id: string): Promise<NewDelivery | null> {
    if (this.#store.find) return this.#store.find(webhookId, id)
    const page = { offset: 0, limit: MOST_LISTED }
    const all = await this.#store.list({ webhookIds: [webhookId] }, page)
    const found = all.find((each) => each.id === id)
    return found ? { ...found, kept: null } : null
  }

  /** `isAlsoAccepted`: whether also those are looked up by which accepted ones were sent again. */
  async #delivered(
    entries: readonly DeliveryRecord[],
    isAlsoAccepted = false,
  ): Promise<readonly ListedDelivery[]> {
    const asked = entries.filter(
      ({ share, digest }) => digest !== '' && (isAlsoAccepted || share !== 'accepted'),
    )
    const later = asked.length === 0 ? [] : await this.#store.list(likeThem(asked), FIRST)
    const accepted = later.filter(({ share }) => share === 'accepted')
    return entries.map((entry) => {
      const isIt = ({ webhookId, digest, beside, time, replayOf }: DeliveryRecord): boolean =>
        webhookId === entry.webhookId &&
        digest === entry.digest &&
        beside === entry.beside &&
        time >= entry.time &&
        (entry.share !== 'accepted' || replayOf === entry.id)
      const by = asked.includes(entry) ? accepted.find(isIt) : undefined
      return { ...entry, deliveredBy: by?.id ?? null }
    })
  }
}

const FIRST: DeliveryPage = { offset: 0, limit: MOST_LISTED }

function likeThem(entries: readonly DeliveryRecord[]): DeliveryFilter {
  return {
    webhookIds: [...new Set(entries.map(({ webhookId }) => webhookId))],
    digests: [...new Set(entries.map(({ digest }) => digest))],
    from: entries.reduce((first, { time }) => Math.min(first, time), Infinity),
  }
}

function limitsOf(
  { webhookDeliveryDays, webhookDeliveryCount }: HookSettings,
  now: number,
): ReturnType<typeof limitsAt> {
  return limitsAt(now, Number(webhookDeliveryDays), Number(webhookDeliveryCount))
}

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
import { createBatcher } from './batcher.js'
import type { KeptRequests } from './kept-requests.js'

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

type Store = NonNullable<CheckedManagement['deliveries']>

export interface DeliveryLogParts {
  /** Undefined: the requests of this process, in memory. */
  readonly deliveries: Store | undefined
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

export type DeliveryLog = ReturnType<typeof createDeliveryLog>

/** What came to webhooks, and what became of it. It never makes a request wait or fail. */
export function createDeliveryLog(parts: DeliveryLogParts) {
  const { settings, clock, log } = parts
  const store: Store = parts.deliveries ?? new MemoryDeliveries()
  let isPruned = false
  /** Characters of what was sent that wait to be written. */
  let waiting = 0
  const { add, flush } = createBatcher<NewDelivery>({
    write: async (entries) => {
      waiting = 0
      await store.append(entries)
      isPruned = false
      parts.onWritten?.(entries)
    },
    name: 'recent requests',
    pause: PAUSE,
    log,
  })
  const prune = async () => {
    try {
      const { webhookDeliveryDays: days, webhookDeliveryCount: count } = await settings.get()
      await store.prune?.(limitsAt(clock(), Number(days), Number(count)))
      isPruned = true
    } catch (error) {
      log('warn', 'could not delete old requests of webhooks', { error })
    }
  }
  let next = HOUR
  const timer = setInterval(() => {
    next -= MINUTE
    if (isPruned && next > 0) return
    next = HOUR
    void prune()
  }, MINUTE).unref()
  const erase = async (webhookId: string, only?: 'sent') => {
    await flush()
    await store.deleteFor(webhookId, only)
  }
  return {
    add: (entry: NewDelivery) => {
      waiting += entry.kept?.length ?? 0
      add(waiting > MOST_WAITING ? { ...entry, kept: null } : entry)
    },
    /** Newest first. */
    list: async (filter: DeliveryFilter, page: DeliveryPage) => {
      await flush()
      return delivered(await store.list(filter, page), store)
    },
    latest: async (webhookIds: readonly string[], accepted: number) => {
      if (webhookIds.length > 0) await flush()
      return latestOf([...new Set(webhookIds)], accepted, store)
    },
    /** A request, and what was sent with it. Throws `delivery_not_found`. */
    find: async (webhookId: string, id: string) => {
      await flush()
      const { kept, ...record } = await findIn(store, webhookId, id)
      const [delivery = { ...record, deliveredBy: null }] = await delivered([record], store, true)
      const isKept = record.time >= keptSince(clock())
      return { delivery, sent: parts.kept.open(isKept ? kept : null, webhookId, id) }
    },
    /** What came to a webhook that was deleted; only what was `sent`, if it has another owner. */
    forget: async (webhookId: string, only?: 'sent') => {
      try {
        await erase(webhookId, only)
      } catch (error) {
        // The webhook itself has been changed, which must not fail now.
        const fields = { webhook: webhookId, error }
        log('warn', 'could not delete the recent requests of a webhook', fields)
      }
    },
    /** The same, for whoever must know that it is gone: it throws if the store fails. */
    erase,
    /** Deletes what is beyond the limits of the settings. */
    prune,
    flush,
    /** Writes what waits. */
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/**
 * The latest requests of each of these webhooks, at most 1,000, the oldest first. The more webhooks, the
 * fewer of each, and of accepted ones at most `accepted`; of a request, only what signals need may be there.
 */
async function latestOf(
  ids: string[],
  accepted: number,
  store: Store,
): Promise<ReadonlyMap<string, readonly DeliveryRecord[]>> {
  const found = new Map(ids.map((id) => [id, new Array<DeliveryRecord>()]))
  if (found.size === 0) return found
  const limit = Math.min(MOST_LISTED, Math.ceil(MOST_LATEST / ids.length))
  const most = { accepted: Math.min(accepted, limit), refused: limit, unproven: limit, replayed: 0 }
  const listed = store.latest ? await store.latest(ids, most) : await listEach(ids, limit, store)
  for (const request of listed.toReversed()) found.get(request.webhookId)?.push(request)
  return found
}

async function listEach(
  ids: readonly string[],
  limit: number,
  store: Store,
): Promise<readonly DeliveryRecord[]> {
  const found: DeliveryRecord[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE)
    const lists = await Promise.all(
      some.map(async (id) => store.list({ webhookIds: [id] }, { offset: 0, limit })),
    )
    for (const request of lists.flat()) found.push(request)
  }
  return found
}

async function findIn(store: Store, webhookId: string, id: string): Promise<NewDelivery> {
  const found = store.find
    ? await store.find(webhookId, id)
    : (await store.list({ webhookIds: [webhookId] }, FIRST)).find((each) => each.id === id)
  if (!found) throw new WebhookError('delivery_not_found')
  return { kept: null, ...found }
}

/** `isAlsoAccepted`: whether also those are looked up by which accepted ones were sent again. */
async function delivered(
  entries: readonly DeliveryRecord[],
  store: Store,
  isAlsoAccepted = false,
): Promise<readonly ListedDelivery[]> {
  const asked = entries.filter(
    ({ share, digest }) => digest !== '' && (isAlsoAccepted || share !== 'accepted'),
  )
  const later = asked.length === 0 ? [] : await store.list(likeThem(asked), FIRST)
  const accepted = later.filter(({ share }) => share === 'accepted')
  return entries.map((entry) => {
    const isIt = ({ webhookId, digest, beside, time, replayOf }: DeliveryRecord) =>
      webhookId === entry.webhookId &&
      digest === entry.digest &&
      beside === entry.beside &&
      time >= entry.time &&
      (entry.share !== 'accepted' || replayOf === entry.id)
    const by = asked.includes(entry) ? accepted.find(isIt) : undefined
    return { ...entry, deliveredBy: by?.id ?? null }
  })
}

const FIRST: DeliveryPage = { offset: 0, limit: MOST_LISTED }

function likeThem(entries: readonly DeliveryRecord[]): DeliveryFilter {
  return {
    webhookIds: [...new Set(entries.map(({ webhookId }) => webhookId))],
    digests: [...new Set(entries.map(({ digest }) => digest))],
    from: entries.reduce((first, { time }) => Math.min(first, time), Infinity),
  }
}

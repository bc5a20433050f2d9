import { MAX_IDEMPOTENCY_LENGTH } from '../model/limits.js'

interface Share {
  length: number
  /** Names in the order in which they were put, from `first` on; names that were put again or deleted are stale. */
  order: { readonly name: string; readonly put: number }[]
  first: number
  readonly records: Map<string, { readonly length: number; readonly put: number }>
}

/**
 * Bounds what a posts adapter keeps for the idempotency keys of each webhook: 16 MiB of JSON, after
 * which the oldest records go. What is kept follows from the order of the records alone, so that a
 * store which reads them again in that order keeps the same ones.
 */
export class KeyBudget {
  readonly #limit: number
  readonly #shares = new Map<string, Share>()
  #puts = 0

  /** `limit`: characters of JSON for each webhook. */
  constructor(limit = MAX_IDEMPOTENCY_LENGTH) {
    this.#limit = limit
  }

  /**
   * Notes a record, in place of an earlier one of the same name, as the webhook's newest. Answers the
   * names of the records to drop, which are forgotten here; never the one just put.
   */
  put(webhookId: string, name: string, length: number): readonly string[] {
    const share = this.#shares.get(webhookId) ?? newShare()
    this.#shares.set(webhookId, share)
    share.length += length - (share.records.get(name)?.length ?? 0)
    const put = (this.#puts += 1)
    share.records.set(name, { length, put })
    share.order.push({ name, put })
    const dropped: string[] = []
    while (share.length > this.#limit && share.records.size > 1) {
      const oldest = takeOldest(share)
      if (oldest === undefined) break
      dropped.push(oldest)
    }
    // Records that were put again and again would leave their earlier places behind.
    if (share.order.length > 2 * share.records.size + 1_000) compact(share)
    return dropped
  }

  /** Forgets a record that has expired or gone with its webhook. */
  delete(webhookId: string, name: string): void {
    const share = this.#shares.get(webhookId)
    const record = share?.records.get(name)
    if (!share || !record) return
    share.records.delete(name)
    share.length -= record.length
    if (share.records.size === 0) this.#shares.delete(webhookId)
  }

  /** Characters of JSON that are kept for a webhook. */
  lengthOf(webhookId: string): number {
    return this.#shares.get(webhookId)?.length ?? 0
  }
}

function newShare(): Share {
  return { length: 0, order: [], first: 0, records: new Map() }
}

function takeOldest(share: Share): string | undefined {
  while (share.first < share.order.length) {
    const entry = share.order[share.first]
    share.first += 1
    const record = entry && share.records.get(entry.name)
    if (record?.put !== entry?.put || !entry || !record) continue
    share.records.delete(entry.name)
    share.length -= record.length
    return entry.name
  }
  return undefined
}

function compact(share: Share): void {
  share.order = share.order
    .slice(share.first)
    .filter(({ name, put }) => share.records.get(name)?.put === put)
  share.first = 0
}

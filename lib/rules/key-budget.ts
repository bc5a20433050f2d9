import { MAX_IDEMPOTENCY_LENGTH } from '../model/limits.js'

/** What is kept for one webhook. */
interface Share {
  length: number
  /** Lengths by name. A Map keeps the order in which they came, so the first is the oldest. */
  readonly records: Map<string, number>
}

/**
 * Limits what a posts adapter keeps for the idempotency keys of each webhook: 16 MiB of JSON, after
 * which the oldest records are dropped. What is kept depends only on the order of the records, so a
 * store that reads them again in that order keeps the same ones.
 */
export class KeyBudget {
  readonly #limit: number
  readonly #shares = new Map<string, Share>()

  /** `limit`: characters of JSON per webhook. */
  constructor(limit = MAX_IDEMPOTENCY_LENGTH) {
    this.#limit = limit
  }

  /**
   * Adds a record as the webhook's newest, replacing an earlier one with the same name. Returns the
   * names of the records to drop, never the one just added.
   */
  put(webhookId: string, name: string, length: number): readonly string[] {
    const share = this.#shares.get(webhookId) ?? { length: 0, records: new Map<string, number>() }
    this.#shares.set(webhookId, share)
    forget(share, name)
    share.records.set(name, length)
    share.length += length
    if (share.length <= this.#limit) return []
    const dropped: string[] = []
    for (const oldest of share.records.keys()) {
      if (share.length <= this.#limit || oldest === name) break
      forget(share, oldest)
      dropped.push(oldest)
    }
    return dropped
  }

  /** Removes a record that has expired or was deleted with its webhook. */
  delete(webhookId: string, name: string): void {
    const share = this.#shares.get(webhookId)
    if (!share) return
    forget(share, name)
    if (share.records.size === 0) this.#shares.delete(webhookId)
  }

  /** Characters of JSON that are kept for a webhook. */
  lengthOf(webhookId: string): number {
    return this.#shares.get(webhookId)?.length ?? 0
  }
}

function forget(share: Share, name: string) {
  share.length -= share.records.get(name) ?? 0
  share.records.delete(name)
}

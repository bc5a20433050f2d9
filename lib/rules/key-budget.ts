import { MAX_IDEMPOTENCY_LENGTH } from '../model/limits.js'
import { InOrder, type Place } from './in-order.js'

interface KeptRecord {
  readonly name: string
  readonly length: number
}

interface Share {
  length: number
  /** The oldest first. */
  readonly order: InOrder<KeptRecord>
  readonly places: Map<string, Place<KeptRecord>>
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
    const share = this.#shares.get(webhookId) ?? newShare()
    this.#shares.set(webhookId, share)
    forget(share, share.places.get(name))
    share.places.set(name, share.order.add({ name, length }))
    share.length += length
    const dropped: string[] = []
    while (share.length > this.#limit && share.order.size > 1) {
      const oldest = share.order.first
      forget(share, oldest)
      if (oldest) dropped.push(oldest.value.name)
    }
    return dropped
  }

  /** Removes a record that has expired or was deleted with its webhook. */
  delete(webhookId: string, name: string): void {
    const share = this.#shares.get(webhookId)
    if (!share) return
    forget(share, share.places.get(name))
    if (share.order.size === 0) this.#shares.delete(webhookId)
  }

  /** Characters of JSON that are kept for a webhook. */
  lengthOf(webhookId: string): number {
    return this.#shares.get(webhookId)?.length ?? 0
  }
}

function newShare(): Share {
  return { length: 0, order: new InOrder(), places: new Map() }
}

function forget(share: Share, place: Place<KeptRecord> | null | undefined): void {
  if (!place) return
  share.order.remove(place)
  share.places.delete(place.value.name)
  share.length -= place.value.length
}

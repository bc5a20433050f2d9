import { KeyBudget } from '../../rules/key-budget.js'
import type { CheckedBatch } from '../../host/read-records.js'

/** A batch that is kept until its idempotency key expires. */
export type KeptBatch = CheckedBatch & {
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Batches by webhook and idempotency key, within each webhook's budget. */
export class KeptBatches {
  readonly #batches: Map<string, KeptBatch>
  readonly #budget = new KeyBudget()

  constructor(batches: Map<string, KeptBatch>) {
    this.#batches = batches
  }

  find(webhookId: string, key: string, now: number): KeptBatch | null {
    const name = nameOf(webhookId, key)
    const batch = this.#batches.get(name)
    if (!batch) return null
    if (batch.expiresAt > now) return batch
    this.#delete(webhookId, name)
    return null
  }

  put(webhookId: string, key: string, batch: KeptBatch): void {
    const name = nameOf(webhookId, key)
    this.#batches.set(name, batch)
    const { length } = JSON.stringify(batch)
    for (const old of this.#budget.put(webhookId, name, length)) this.#batches.delete(old)
  }

  /** Deletes all batches of a webhook. */
  deleteOf(webhookId: string): void {
    const start = nameOf(webhookId, '')
    for (const name of this.#batches.keys()) {
      if (name.startsWith(start)) this.#delete(webhookId, name)
    }
  }

  #delete(webhookId: string, name: string): void {
    this.#batches.delete(name)
    this.#budget.delete(webhookId, name)
  }
}

function nameOf(webhookId: string, key: string): string {
  return `${webhookId} ${key}`
}

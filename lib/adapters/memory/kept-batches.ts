import { copyOf } from '../../model/json.js'
import { KeyBudget } from '../../rules/key-budget.js'
import type { HookPost } from '../../model/records.js'
import type { CheckedBatch } from '../../host/read-records.js'
import type { IdempotencyRecord } from '../types.js'

/** A batch that is kept until its idempotency key expires. */
export type KeptBatch = CheckedBatch & {
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

export type MemoryBatches = ReturnType<typeof memoryBatches>

/** Batches by webhook and idempotency key, within each webhook's budget. */
export function memoryBatches(batches: Map<string, KeptBatch>, clock: () => number) {
  const budget = new KeyBudget()
  const remove = (webhookId: string, name: string): void => {
    batches.delete(name)
    budget.delete(webhookId, name)
  }
  return {
    find: (webhookId: string, key: string): CheckedBatch | null => {
      const name = nameOf(webhookId, key)
      const batch = batches.get(name)
      if (!batch) return null
      const { expiresAt, ...found } = batch
      if (expiresAt > clock()) return copyOf(found)
      remove(webhookId, name)
      return null
    },
    put: ({ webhookId, key, ...once }: IdempotencyRecord, posts: readonly HookPost[]): void => {
      const name = nameOf(webhookId, key)
      const batch = copyOf({ ...once, posts })
      batches.set(name, batch)
      const { length } = JSON.stringify(batch)
      for (const old of budget.put(webhookId, name, length)) batches.delete(old)
    },
    /** Deletes all batches of a webhook. */
    deleteOf: (webhookId: string): void => {
      const start = nameOf(webhookId, '')
      for (const name of batches.keys()) if (name.startsWith(start)) remove(webhookId, name)
    },
  }
}

function nameOf(webhookId: string, key: string): string {
  return `${webhookId} ${key}`
}

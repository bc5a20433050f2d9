import { readBatch } from '../../host/read-records.js'
import { KeyBudget } from '../../rules/key-budget.js'
import type { Stores } from '../stores.js'
import type { StoredBatch } from '../types.js'
import {
  asDocument,
  COLLECTIONS,
  type DocumentCalls,
  type DocumentHost,
  type DocumentReader,
  type StoredDocument,
} from './calls.js'
import { createSweeper } from './sweeper.js'

export function documentBatches<Calls extends DocumentCalls>(
  host: DocumentHost<Calls>,
  clock: () => number,
): Pick<Stores<Calls, Calls>, 'findBatch' | 'once'> {
  const collection = COLLECTIONS.batches
  const sweep = createSweeper(host, collection, 'expiresAt', beyondBudget)
  const nameOf = (webhookId: string, key: string): string => `${webhookId} ${key}`
  const find = async (
    calls: DocumentReader,
    webhookId: string,
    key: string,
  ): Promise<StoredBatch | null> => {
    const found = asDocument(await calls.get(collection, nameOf(webhookId, key)))
    return found && Number(found['expiresAt']) > clock() ? readBatch(found) : null
  }
  return {
    findBatch: async (webhookId, key) => {
      await sweep(clock())
      return find(host, webhookId, key)
    },
    once: async (calls, { once }, store) => {
      if (!once) return { stored: true, posts: await store() }
      const { webhookId, key, ...kept } = once
      const earlier = await find(calls, webhookId, key)
      if (earlier) return { stored: false, earlier }
      const posts = await store()
      const id = nameOf(webhookId, key)
      await calls.put(collection, id, { id, ...kept, posts })
      return { stored: true, posts }
    },
  }
}

/** The oldest batches of webhooks that have more than fits into their budget. */
function beyondBudget(batches: readonly StoredDocument[]): readonly string[] {
  const budget = new KeyBudget()
  return batches
    .toSorted((a, b) => Number(a['expiresAt']) - Number(b['expiresAt']))
    .flatMap((batch) => {
      const id = String(batch['id'])
      return budget.put(id.split(' ', 1).join(), id, JSON.stringify(batch).length)
    })
}

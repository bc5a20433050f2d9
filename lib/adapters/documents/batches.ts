import { readBatch } from '../../host/read-records.js'
import { KeyBudget } from '../../rules/key-budget.js'
import type { KeptKeys } from '../once.js'
import { numberIn } from '../stored-values.js'
import type { StoredBatch } from '../types.js'
import {
  collectionOf,
  type DocumentCalls,
  type DocumentHost,
  type DocumentReader,
  type StoredDocument,
} from './calls.js'

export function documentBatches(host: DocumentHost, clock: () => number): KeptKeys<DocumentCalls> {
  const batches = collectionOf(host, 'batches')
  const sweep = batches.sweeper('expiresAt', beyondBudget)
  const nameOf = (webhookId: string, key: string) => `${webhookId} ${key}`
  const find = async (
    webhookId: string,
    key: string,
    calls?: DocumentReader,
  ): Promise<StoredBatch | null> => {
    const found = await batches.find(nameOf(webhookId, key), calls)
    return found && numberIn(found, 'expiresAt') > clock() ? readBatch(found) : null
  }
  return {
    findBatch: async (webhookId, key) => {
      sweep(clock())
      return find(webhookId, key)
    },
    // Others that read it in a transaction, and then write it, wait for this one.
    claim: (calls, { webhookId, key }) => find(webhookId, key, calls),
    keep: (calls, { webhookId, key, ...kept }, posts) =>
      batches.put(calls, { id: nameOf(webhookId, key), ...kept, posts }),
    release: async () => undefined,
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

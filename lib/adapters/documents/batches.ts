import { readBatch } from '../../host/read-records.js'
import { KeyBudget } from '../../rules/key-budget.js'
import { withPostId } from '../../rules/parts.js'
import { writtenPosts } from '../written-posts.js'
import { numberIn } from '../stored-values.js'
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
import type { DocumentIncidents } from './incidents.js'

export function documentBatches<Calls extends DocumentCalls>(
  host: DocumentHost<Calls>,
  incidents: DocumentIncidents,
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
    return found && numberIn(found, 'expiresAt') > clock() ? readBatch(found) : null
  }
  return {
    findBatch: async (webhookId, key) => {
      await sweep(clock())
      return find(host, webhookId, key)
    },
    once: async (calls, { once, incident }, store) => {
      const earlier = once ? await find(calls, once.webhookId, once.key) : null
      if (earlier) return { stored: false, earlier }
      const isAsExpected = !incident || (await incidents.isAsExpected(calls, incident))
      const stored = isAsExpected ? await store() : null
      if (!stored) return { stored: false, changed: true }
      const { posts, edited } = writtenPosts(stored)
      if (incident) await incidents.put(calls, withPostId(incident.incident, posts))
      if (once) {
        const { webhookId, key, ...kept } = once
        const id = nameOf(webhookId, key)
        await calls.put(collection, id, { id, ...kept, posts })
      }
      return { stored: true, posts, edited }
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

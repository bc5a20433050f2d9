import { createHash } from 'node:crypto'
import { readIncident } from '../../host/read-incidents.js'
import { readBatch } from '../../host/read-records.js'
import type { HookIncident } from '../../model/incidents.js'
import { MAX_INCIDENTS } from '../../model/limits.js'
import { KeyBudget } from '../../rules/key-budget.js'
import type { HeldIncidents, KeptKeys } from '../once.js'
import { numberIn, textIn } from '../stored-values.js'
import {
  collectionOf,
  type DocumentCalls,
  type DocumentHost,
  type DocumentReader,
  type StoredDocument,
} from './calls.js'

type Key = Pick<HookIncident, 'webhookId' | 'channelId' | 'key'>

export function documentIncidents(
  host: DocumentHost,
  clock: () => number,
): HeldIncidents<DocumentCalls> {
  const incidents = collectionOf(host, 'incidents')
  const sweep = incidents.sweeper('expiresAt', surplus)
  const find = async (key: Key, calls?: DocumentReader) => {
    const found = await incidents.find(nameOf(key), calls)
    return found && numberIn(found, 'expiresAt') > clock() ? incidentIn(found) : null
  }
  return {
    findIncident: async (webhookId, channelId, key) => {
      sweep(clock())
      return find({ webhookId, channelId, key })
    },
    listIncidents: async (webhookId, { offset, limit }) => {
      const now = clock()
      const kept = (await incidents.all())
        .filter((found) => found['webhookId'] === webhookId && numberIn(found, 'expiresAt') > now)
        .sort(latestFirst)
      return { items: kept.slice(offset, offset + limit).map(incidentIn), total: kept.length }
    },
    // Others that read it in a transaction, and then write it, wait for this one.
    hold: async (calls, { incident, expectedVersion }) => {
      const found = await find(incident, calls)
      return (found?.version ?? null) === expectedVersion ? 'held' : null
    },
    put: (calls, incident) => incidents.put(calls, { id: nameOf(incident), ...incident }),
  }
}

/** Without the id of the document. */
function incidentIn({ id: _id, ...found }: StoredDocument) {
  return readIncident(found)
}

/** With a digest, because keys may be longer than ids of documents. */
function nameOf({ webhookId, channelId, key }: Key) {
  const digest = createHash('sha256').update(JSON.stringify([channelId, key]))
  return `${webhookId} ${digest.digest('hex')}`
}

/** The oldest incidents of webhooks that have too many. */
function surplus(incidents: readonly StoredDocument[]): readonly string[] {
  const counts = new Map<string, number>()
  return incidents.toSorted(latestFirst).flatMap((incident) => {
    const webhookId = textIn(incident, 'webhookId')
    const count = (counts.get(webhookId) ?? 0) + 1
    counts.set(webhookId, count)
    return count > MAX_INCIDENTS ? [textIn(incident, 'id')] : []
  })
}

function latestFirst(a: StoredDocument, b: StoredDocument) {
  return (
    numberIn(b, 'lastAt') - numberIn(a, 'lastAt') || (textIn(a, 'id') < textIn(b, 'id') ? -1 : 1)
  )
}

export function documentBatches(host: DocumentHost, clock: () => number): KeptKeys<DocumentCalls> {
  const batches = collectionOf(host, 'batches')
  const sweep = batches.sweeper('expiresAt', beyondBudget)
  const nameOf = (webhookId: string, key: string) => `${webhookId} ${key}`
  const find = async (webhookId: string, key: string, calls?: DocumentReader) => {
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

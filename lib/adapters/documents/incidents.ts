import { createHash } from 'node:crypto'
import { readIncident } from '../../host/read-incidents.js'
import { MAX_INCIDENTS } from '../../model/limits.js'
import type { HookIncident } from '../../model/incidents.js'
import type { HeldIncidents } from '../once.js'
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
    release: async () => undefined,
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

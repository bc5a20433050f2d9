import { createHash } from 'node:crypto'
import { readIncident } from '../../host/read-incidents.js'
import { MAX_INCIDENTS } from '../../model/limits.js'
import type { HookIncident } from '../../model/incidents.js'
import { numberIn, textIn } from '../stored-values.js'
import type { Stores } from '../stores.js'
import type { IncidentWrite } from '../incidents.js'
import {
  asDocument,
  COLLECTIONS,
  type DocumentCalls,
  type DocumentHost,
  type DocumentReader,
  listed,
  type StoredDocument,
} from './calls.js'
import { createSweeper } from './sweeper.js'

/** Incidents as documents. */
export interface DocumentIncidents extends Pick<
  Stores<never, never>,
  'findIncident' | 'listIncidents'
> {
  /** Reads it in the transaction, which others that write it then wait for. */
  isAsExpected(calls: DocumentCalls, write: IncidentWrite): Promise<boolean>
  put(calls: DocumentCalls, incident: HookIncident): Promise<void>
}

export function documentIncidents(host: DocumentHost, clock: () => number): DocumentIncidents {
  const collection = COLLECTIONS.incidents
  const sweep = createSweeper(host, collection, 'expiresAt', surplus)
  const find = async (
    calls: DocumentReader,
    webhookId: string,
    channelId: string,
    key: string,
  ): Promise<HookIncident | null> => {
    const found = asDocument(await calls.get(collection, nameOf(webhookId, channelId, key)))
    return found && numberIn(found, 'expiresAt') > clock() ? incidentIn(found) : null
  }
  return {
    findIncident: async (...of) => {
      await sweep(clock())
      return find(host, ...of)
    },
    listIncidents: async (webhookId, { offset, limit }) => {
      const now = clock()
      const kept = (await listed(host, collection))
        .filter((found) => found['webhookId'] === webhookId && numberIn(found, 'expiresAt') > now)
        .sort(latestFirst)
      return { items: kept.slice(offset, offset + limit).map(incidentIn), total: kept.length }
    },
    isAsExpected: async (calls, { incident, expectedVersion }) => {
      const found = await find(calls, incident.webhookId, incident.channelId, incident.key)
      return (found?.version ?? null) === expectedVersion
    },
    put: async (calls, incident) => {
      const id = nameOf(incident.webhookId, incident.channelId, incident.key)
      await calls.put(collection, id, { id, ...incident })
    },
  }
}

/** Without the id of the document. */
function incidentIn({ id: _id, ...found }: StoredDocument): HookIncident {
  return readIncident(found)
}

/** A digest, because keys may be longer than ids of documents. */
function nameOf(webhookId: string, channelId: string, key: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([channelId, key]))
    .digest('hex')
  return `${webhookId} ${digest}`
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

function latestFirst(a: StoredDocument, b: StoredDocument): number {
  return (
    numberIn(b, 'lastAt') - numberIn(a, 'lastAt') || (textIn(a, 'id') < textIn(b, 'id') ? -1 : 1)
  )
}

import type { PostBatch, PostsAdapter } from 'express-incoming-webhooks/adapters'
import { incidentKey, type IncidentName, type IncidentRow } from './memory/rows.js'
import type { Writer } from './writer.js'

type IncidentWrite = NonNullable<PostBatch['incident']>

export interface ChatIncidents extends Pick<PostsAdapter, 'findIncident' | 'listIncidents'> {
  readonly isAsExpected: (write: IncidentWrite) => boolean
}

export function chatIncidents(writer: Writer): ChatIncidents {
  const { tables, indexes } = writer.model
  const isKept = ({ expiresAt }: IncidentRow): boolean => expiresAt > writer.clock()
  const find = (name: IncidentName): IncidentRow | null => {
    const incident = tables.things.get(incidentKey(name))
    return incident && isKept(incident) ? incident : null
  }
  return {
    findIncident: (webhookId, channelId, key) => find({ webhookId, channelId, key }),
    listIncidents: (webhookId, { offset, limit }) => {
      const kept = (indexes.incidents.get(webhookId)?.all ?? []).filter(isKept)
      return { items: kept.reverse().slice(offset, offset + limit), total: kept.length }
    },
    isAsExpected: ({ incident, expectedVersion }) =>
      (find(incident)?.version ?? null) === expectedVersion,
  }
}

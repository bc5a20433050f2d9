import type { PostBatch, PostsAdapter } from 'express-incoming-webhooks/adapters'
import { incidentKey, type IncidentRow } from './memory/rows.js'
import type { Writer } from './writer.js'

type IncidentWrite = NonNullable<PostBatch['incident']>

export interface ChatIncidents extends Pick<PostsAdapter, 'findIncident' | 'listIncidents'> {
  readonly isAsExpected: (write: IncidentWrite) => boolean
}

export function chatIncidents(writer: Writer): ChatIncidents {
  const { tables, indexes } = writer.model
  const isKept = ({ expiresAt }: IncidentRow): boolean => expiresAt > writer.clock()
  const find = (webhookId: string, channelId: string, key: string): IncidentRow | null => {
    const incident = tables.things.get(incidentKey(webhookId, channelId, key))
    return incident && isKept(incident) ? incident : null
  }
  return {
    findIncident: find,
    listIncidents: (webhookId, { offset, limit }) => {
      const kept = (indexes.things.get(webhookId)?.all ?? []).filter(isKept)
      return { items: kept.reverse().slice(offset, offset + limit), total: kept.length }
    },
    isAsExpected: ({ incident: { webhookId, channelId, key }, expectedVersion }) =>
      (find(webhookId, channelId, key)?.version ?? null) === expectedVersion,
  }
}

import { copyOf } from '../../model/json.js'
import { MAX_INCIDENTS } from '../../model/limits.js'
import type { HookIncident } from '../../model/incidents.js'
import type { Page } from '../../host/readers.js'
import type { IncidentWrite } from '../incidents.js'

/** Incidents by webhook, and then by channel and key, least recently updated first. */
export type IncidentsByWebhook = Map<string, Map<string, HookIncident>>

export interface MemoryIncidents {
  readonly find: (webhookId: string, channelId: string, key: string) => HookIncident | null
  readonly isAsExpected: (write: IncidentWrite) => boolean
  readonly put: (incident: HookIncident) => void
  readonly list: (webhookId: string, offset: number, limit: number) => Page<HookIncident>
}

export function memoryIncidents(
  webhooks: IncidentsByWebhook,
  clock: () => number,
): MemoryIncidents {
  const find: MemoryIncidents['find'] = (webhookId, channelId, key) => {
    const incident = webhooks.get(webhookId)?.get(nameOf(channelId, key))
    return incident && incident.expiresAt > clock() ? copyOf(incident) : null
  }
  return {
    find,
    isAsExpected: ({ incident: { webhookId, channelId, key }, expectedVersion }) =>
      (find(webhookId, channelId, key)?.version ?? null) === expectedVersion,
    put: (incident) => {
      const incidents = webhooks.get(incident.webhookId) ?? new Map<string, HookIncident>()
      webhooks.set(incident.webhookId, incidents)
      const name = nameOf(incident.channelId, incident.key)
      // Deleted first, so that it comes last.
      incidents.delete(name)
      incidents.set(name, copyOf(incident))
      const now = clock()
      for (const [old, { expiresAt }] of incidents) {
        if (expiresAt > now && incidents.size <= MAX_INCIDENTS) break
        incidents.delete(old)
      }
    },
    list: (webhookId, offset, limit) => {
      const now = clock()
      const kept = [...(webhooks.get(webhookId)?.values() ?? [])]
        .filter(({ expiresAt }) => expiresAt > now)
        .sort((one, other) => other.lastAt - one.lastAt)
      return { items: copyOf(kept.slice(offset, offset + limit)), total: kept.length }
    },
  }
}

function nameOf(channelId: string, key: string): string {
  return JSON.stringify([channelId, key])
}

import { copyOf } from '../../model/json.js'
import { MAX_INCIDENTS } from '../../model/limits.js'
import type { HookIncident } from '../../model/incidents.js'

/** Incidents by webhook, and then by channel and key, least recently updated first. */
export type IncidentsByWebhook = Map<string, Map<string, HookIncident>>

export type MemoryIncidents = ReturnType<typeof memoryIncidents>

export function memoryIncidents(webhooks: IncidentsByWebhook, clock: () => number) {
  return {
    find: (webhookId: string, channelId: string, key: string): HookIncident | null => {
      const incident = webhooks.get(webhookId)?.get(nameOf(channelId, key))
      return incident && incident.expiresAt > clock() ? copyOf(incident) : null
    },
    put: (incident: HookIncident): void => {
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
    list: (webhookId: string, { offset, limit }: { offset: number; limit: number }) => {
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

import { copyOf } from '../../model/copy.js'
import { MAX_INCIDENTS } from '../../model/limits.js'
import type { HookIncident } from '../../model/incidents.js'
import type { CheckedIncidents } from '../../host/read-incidents.js'
import type { IncidentWrite } from '../incidents.js'

/** Incidents by webhook, and then by channel and key, least recently updated first. */
export type IncidentsByWebhook = Map<string, Map<string, HookIncident>>

export class MemoryIncidents {
  readonly #webhooks: IncidentsByWebhook
  readonly #clock: () => number

  constructor(webhooks: IncidentsByWebhook, clock: () => number) {
    this.#webhooks = webhooks
    this.#clock = clock
  }

  find(webhookId: string, channelId: string, key: string): HookIncident | null {
    const incident = this.#webhooks.get(webhookId)?.get(nameOf(channelId, key))
    return incident && incident.expiresAt > this.#clock() ? copyOf(incident) : null
  }

  isAsExpected({ incident, expectedVersion }: IncidentWrite): boolean {
    const found = this.find(incident.webhookId, incident.channelId, incident.key)
    return (found?.version ?? null) === expectedVersion
  }

  put(incident: HookIncident): void {
    const incidents = this.#webhooks.get(incident.webhookId) ?? new Map<string, HookIncident>()
    this.#webhooks.set(incident.webhookId, incidents)
    const name = nameOf(incident.channelId, incident.key)
    // Deleted first, so that it comes last.
    incidents.delete(name)
    incidents.set(name, copyOf(incident))
    const now = this.#clock()
    for (const [old, { expiresAt }] of incidents) {
      if (expiresAt > now && incidents.size <= MAX_INCIDENTS) break
      incidents.delete(old)
    }
  }

  list(webhookId: string, offset: number, limit: number): CheckedIncidents {
    const incidents = [...(this.#webhooks.get(webhookId)?.values() ?? [])]
    const now = this.#clock()
    const kept = incidents
      .filter(({ expiresAt }) => expiresAt > now)
      .sort((one, other) => other.lastAt - one.lastAt)
    return { items: copyOf(kept.slice(offset, offset + limit)), total: kept.length }
  }

  deleteOf(webhookId: string): void {
    this.#webhooks.delete(webhookId)
  }
}

function nameOf(channelId: string, key: string): string {
  return JSON.stringify([channelId, key])
}

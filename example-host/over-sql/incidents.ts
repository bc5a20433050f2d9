import type { HookIncident } from 'express-incoming-webhooks'
import type { PostsAdapter } from 'express-incoming-webhooks/adapters'
import { type Database, numberOf, objectOf } from './database.js'

export interface IncidentRows extends Pick<PostsAdapter, 'findIncident' | 'listIncidents'> {
  readonly hasVersion: (incident: HookIncident, expected: number | null) => boolean
  readonly put: (incident: HookIncident) => void
}

/** For the guarantee `incidents`: what programs report about more than once. */
export function incidentRows(db: Database, clock: () => number): IncidentRows {
  const row = (webhookId: string, channelId: string, key: string): ReturnType<Database['one']> =>
    db.one(
      `SELECT * FROM webhook_incidents
       WHERE webhook_id = ? AND channel_id = ? AND incident_key = ? AND expires_at > ?`,
      webhookId,
      channelId,
      key,
      clock(),
    )
  return {
    findIncident: (...of) => {
      const found = row(...of)
      return found && objectOf(found, 'record')
    },
    listIncidents: (webhookId, { offset, limit }) => {
      const kept = 'FROM webhook_incidents WHERE webhook_id = ? AND expires_at > ?'
      const page = `SELECT record ${kept} ORDER BY last_at DESC LIMIT ? OFFSET ?`
      const rows = db.all(page, webhookId, clock(), limit, offset)
      const count = db.one(`SELECT count(*) AS total ${kept}`, webhookId, clock())
      const items = rows.map((found) => objectOf(found, 'record'))
      return { items, total: count ? numberOf(count, 'total') : 0 }
    },
    hasVersion: ({ webhookId, channelId, key }, expected) => {
      const found = row(webhookId, channelId, key)
      return (found && numberOf(found, 'version')) === expected
    },
    put: (incident) => {
      db.run('DELETE FROM webhook_incidents WHERE expires_at <= ?', clock())
      db.run(
        'REPLACE INTO webhook_incidents VALUES (?, ?, ?, ?, ?, ?, ?)',
        incident.webhookId,
        incident.channelId,
        incident.key,
        incident.version,
        incident.lastAt,
        incident.expiresAt,
        JSON.stringify(incident),
      )
    },
  }
}

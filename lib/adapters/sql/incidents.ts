import { readIncident } from '../../host/read-incidents.js'
import { MAX_INCIDENTS } from '../../model/limits.js'
import type { HookIncident } from '../../model/incidents.js'
import type { HeldIncidents } from '../once.js'
import { jsonIn, numberIn } from '../stored-values.js'
import type { SqlDatabase, AnyQuery, SqlValue } from './database.js'
import { type Kept, webhookSweep } from './webhook-sweep.js'

const TABLE = '{table}incoming_webhook_things'
const KEY = 'webhook_id, channel_id, name'
const ITS_KEY = 'webhook_id = ? AND channel_id = ? AND name = ?'
const LATEST_FIRST = 'last_at DESC, channel_id, name'

/** The oldest incidents of a webhook go, beyond this number. */
const SURPLUS: Kept = {
  counted: `row_number() OVER (PARTITION BY webhook_id ORDER BY ${LATEST_FIRST}) AS number`,
  surplus: 'number > ?',
  most: MAX_INCIDENTS,
}

export function sqlIncidents(db: SqlDatabase, clock: () => number): HeldIncidents<AnyQuery> {
  const { jsonPlace } = db.words
  const sweep = webhookSweep(db, TABLE, SURPLUS)
  return {
    findIncident: async (webhookId, channelId, key) => {
      const now = clock()
      sweep(now, webhookId)
      const text = `SELECT thing, expires_at FROM {table}incoming_webhook_things WHERE ${ITS_KEY}`
      const row = await db.row(text, webhookId, channelId, key)
      return row && numberIn(row, 'expires_at') > now ? readIncident(jsonIn(row, 'thing')) : null
    },
    listIncidents: async (webhookId, { offset, limit }) => {
      const from = `{table}incoming_webhook_things WHERE webhook_id = ? AND expires_at > ?`
      const values = [webhookId, clock()]
      const page = { from, order: LATEST_FIRST, values, offset, limit }
      const { rows, total } = await db.page('thing', page)
      return { items: rows.map((row) => readIncident(jsonIn(row, 'thing'))), total }
    },
    // One that does not exist yet is written.
    hold: async (query, { incident, expectedVersion }) => {
      const within = db.within(query)
      if (expectedVersion === null) {
        // Waits here for a transaction that writes the same incident.
        const insert = `INSERT INTO {table}incoming_webhook_things AS kept (${KEY}, version, last_at, expires_at, thing)
          VALUES (?, ?, ?, ?, ?, ?, ${jsonPlace}) ON CONFLICT (${KEY}) DO UPDATE
            SET version = excluded.version, last_at = excluded.last_at,
              expires_at = excluded.expires_at, thing = excluded.thing
            WHERE kept.expires_at <= ? RETURNING name`
        const values = [...keyOf(incident), ...valuesOf(incident)]
        return (await within.row(insert, ...values, clock())) && 'written'
      }
      // Its end is not asked for, as where a key is found.
      const hold = `UPDATE {table}incoming_webhook_things SET version = version
        WHERE ${ITS_KEY} AND version = ? RETURNING expires_at`
      const row = await within.row(hold, ...keyOf(incident), expectedVersion)
      return row && numberIn(row, 'expires_at') > clock() ? 'held' : null
    },
    put: async (query, incident) => {
      const put = `UPDATE {table}incoming_webhook_things SET version = ?, last_at = ?, expires_at = ?, thing = ${jsonPlace}
        WHERE ${ITS_KEY} RETURNING name`
      await db.within(query).rows(put, ...valuesOf(incident), ...keyOf(incident))
    },
    release: async (query, { incident, expectedVersion }) => {
      if (expectedVersion !== null) return
      await db.within(query).delete(TABLE, ITS_KEY, ...keyOf(incident))
    },
  }
}

function keyOf({ webhookId, channelId, key }: HookIncident): readonly SqlValue[] {
  return [webhookId, channelId, key]
}

/** Of the columns version, last_at, expires_at and thing. */
function valuesOf(incident: HookIncident): readonly SqlValue[] {
  return [incident.version, incident.lastAt, incident.expiresAt, JSON.stringify(incident)]
}

import type { Thing, ThingPage, ThingWrite } from 'express-incoming-webhooks'
import { type Database, numberOf, objectOf } from './database.js'

export interface ThingRows {
  find(webhookId: string, channelId: string, key: string): object | null
  list(webhookId: string, page: { readonly offset: number; readonly limit: number }): ThingPage
  isAsExpected(write: ThingWrite): boolean
  put(thing: Thing): void
}

/** For the guarantee `things`: what programs report about more than once. */
export function thingRows(db: Database, clock: () => number): ThingRows {
  const row = (webhookId: string, channelId: string, key: string): ReturnType<Database['one']> =>
    db.one(
      `SELECT * FROM webhook_things
       WHERE webhook_id = ? AND channel_id = ? AND thing_key = ? AND expires_at > ?`,
      webhookId,
      channelId,
      key,
      clock(),
    )
  return {
    find: (...of) => {
      const found = row(...of)
      return found && objectOf(found, 'record')
    },
    list: (webhookId, { offset, limit }) => {
      const kept = 'FROM webhook_things WHERE webhook_id = ? AND expires_at > ?'
      const page = `SELECT record ${kept} ORDER BY last_at DESC LIMIT ? OFFSET ?`
      const rows = db.all(page, webhookId, clock(), limit, offset)
      const count = db.one(`SELECT count(*) AS total ${kept}`, webhookId, clock())
      const items = rows.map((found) => objectOf(found, 'record'))
      return { items, total: count ? numberOf(count, 'total') : 0 }
    },
    isAsExpected: ({ thing, expectedVersion }) => {
      const found = row(thing.webhookId, thing.channelId, thing.key)
      return (found && numberOf(found, 'version')) === expectedVersion
    },
    put: (thing) => {
      db.run('DELETE FROM webhook_things WHERE expires_at <= ?', clock())
      db.run(
        'REPLACE INTO webhook_things VALUES (?, ?, ?, ?, ?, ?, ?)',
        thing.webhookId,
        thing.channelId,
        thing.key,
        thing.version,
        thing.lastAt,
        thing.expiresAt,
        JSON.stringify(thing),
      )
    },
  }
}

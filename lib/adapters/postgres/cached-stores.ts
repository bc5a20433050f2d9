import { afterwards } from '../../host/maybe-promise.js'
import type { SqlDatabase } from '../sql/database.js'
import { webhookRows } from '../sql/columns.js'
import { textIn } from '../stored-values.js'
import type { SettingsAdapter, StoredSettings, StoredWebhook, WebhooksAdapter } from '../types.js'
import { cacheOf } from './cache.js'
import type { Changes } from './changes.js'
import { notedTogether } from './noted-together.js'
import type { PgQuery } from './transactions.js'

interface Parts {
  readonly query: PgQuery
  readonly db: SqlDatabase
  readonly changes: Changes
}

/** Webhooks whose look-up by key is remembered until one of them changes, on whatever node. */
export function cachedWebhooks(
  webhooks: WebhooksAdapter,
  { query, db, changes }: Parts,
): WebhooksAdapter {
  const rows = webhookRows(db)
  const byDigest = cacheOf<StoredWebhook>(changes, 'webhook', async (digests) => {
    const text = `SELECT ${await rows.columns()}, coalesce(previous_key ->> 'keyDigest', '') AS previous_digest
      FROM ${db.prefix}incoming_webhooks
      WHERE key_digest = ANY($1::text[]) OR previous_key ->> 'keyDigest' = ANY($1::text[])`
    const found = await query(text, [digests])
    return new Map(
      found.flatMap((row) => {
        const webhook = rows.read(row)
        return ['previous_digest', 'key_digest'].map(
          (column) => [textIn(row, column), webhook] as const,
        )
      }),
    )
  })
  return {
    ...webhooks,
    ...notedTogether(webhooks, { query, db, hasMore: rows.hasMore }),
    findByKeyDigest: byDigest.one,
    update: async (id, change, expectedVersion) => {
      const updated = await webhooks.update(id, change, expectedVersion)
      // The node that changes it must not wait to be told.
      byDigest.forget(id)
      return updated
    },
    delete: async (id) => {
      const isDeleted = await webhooks.delete(id)
      byDigest.forget(id)
      return isDeleted
    },
  }
}

/** There is one record of settings. */
const ALL = ''

/** Settings that are remembered until they change, on whatever node. */
export function cachedSettings(settings: SettingsAdapter, changes: Changes): SettingsAdapter {
  const cache = cacheOf<StoredSettings>(
    changes,
    'settings',
    async () => new Map([[ALL, await settings.get()]]),
  )
  return {
    get: () => afterwards(cache.one(ALL), (found) => found ?? settings.get()),
    update: async (change) => {
      const updated = await settings.update(change)
      cache.forget()
      return updated
    },
  }
}

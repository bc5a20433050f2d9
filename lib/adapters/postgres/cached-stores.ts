import type { SettingsAdapter, StoredSettings, StoredWebhook, WebhooksAdapter } from '../types.js'
import { cacheOf } from './cache.js'
import type { Changes } from './changes.js'

/** Webhooks whose look-up by key is remembered until one of them changes, on whatever node. */
export function cachedWebhooks(webhooks: WebhooksAdapter, changes: Changes): WebhooksAdapter {
  const byDigest = cacheOf<StoredWebhook>(changes, 'webhook')
  return {
    ...webhooks,
    findByKeyDigest: (digest) => byDigest.one(digest, async () => webhooks.findByKeyDigest(digest)),
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

/** Settings that are remembered until they change, on whatever node. */
export function cachedSettings(settings: SettingsAdapter, changes: Changes): SettingsAdapter {
  const cache = cacheOf<StoredSettings>(changes, 'settings')
  return {
    get: async () => (await cache.one('', async () => settings.get())) ?? settings.get(),
    update: async (change) => {
      const updated = await settings.update(change)
      cache.forget()
      return updated
    },
  }
}

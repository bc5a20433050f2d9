import type { WebhooksAdapter } from 'express-incoming-webhooks/adapters'
import type { WebhookRow } from './memory/rows.js'
import type { Writer } from './writer.js'

export function webhooksAdapter(writer: Writer): WebhooksAdapter {
  const { tables, indexes } = writer.model
  const { webhooks } = tables
  return {
    findByKeyDigest: (digest) => webhooks.get(indexes.keyDigests.get(digest) ?? '') ?? null,
    touch: (id, at, key) =>
      writer.exclusive(async () => {
        const webhook = webhooks.get(id)
        if (!webhook) return
        const { previousKey } = webhook
        if (key === 'current') await put({ ...webhook, lastUsed: at })
        else if (previousKey) {
          await put({ ...webhook, previousKey: { ...previousKey, lastUsed: at } })
        }
      }),
    findById: (id) => webhooks.get(id) ?? null,
    list: ({ userId, teamId, channelId, offset, limit }) => {
      const items = [...webhooks.values()]
        .filter((webhook) => userId === undefined || webhook.userId === userId)
        .filter((webhook) => teamId === undefined || webhook.teamId === teamId)
        .filter((webhook) => channelId === undefined || webhook.channelId === channelId)
        .sort((a, b) => b.createAt - a.createAt || (a.id < b.id ? 1 : -1))
      return { items: items.slice(offset, offset + limit), total: items.length }
    },
    create: async (webhook) => {
      await put(webhook)
      return webhooks.get(webhook.id) ?? webhook
    },
    update: async (id, changes, expectedVersion) =>
      writer.exclusive(async () => {
        const webhook = webhooks.get(id)
        if (!webhook) return null
        const { version = 0 } = webhook
        if (version !== expectedVersion) return null
        await put({ ...webhook, ...changes })
        return webhooks.get(id) ?? null
      }),
    delete: async (id) =>
      writer.exclusive(async () => {
        if (!webhooks.has(id)) return false
        await writer.commit({ delete: { webhooks: [id] } })
        return true
      }),
  }

  async function put(webhook: WebhookRow): Promise<void> {
    await writer.commit({ put: { webhooks: [webhook] } })
  }
}

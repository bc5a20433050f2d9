import type { WebhooksAdapter } from 'express-incoming-webhooks/adapters'
import type { WebhookRow } from './memory/rows.js'
import type { Writer } from './writer.js'

export function webhooksAdapter(writer: Writer): WebhooksAdapter {
  const { tables, indexes } = writer.model
  const { webhooks } = tables
  const found = (row: WebhookRow | undefined): WebhookRow | null => (row ? webhookIn(row) : null)
  const find = (id: string): WebhookRow | null => found(webhooks.get(id))
  return {
    findByKeyDigest: (digest) => found(indexes.keyDigests.get(digest)),
    touch: (id, at, key) =>
      writer.exclusive(async () => {
        const webhook = find(id)
        if (!webhook) return
        const { previousKey } = webhook
        if (key === 'current') await put({ ...webhook, lastUsed: at })
        else if (previousKey) {
          await put({ ...webhook, previousKey: { ...previousKey, lastUsed: at } })
        }
      }),
    noteResult: (id, result) =>
      writer.exclusive(async () => {
        const webhook = find(id)
        if (webhook) await put({ ...webhook, lastResult: { ...webhook.lastResult, ...result } })
      }),
    findById: find,
    list: ({ userId, teamId, channelId, offset, limit }) => {
      const items = [...webhooks.values()]
        .filter((webhook) => userId === undefined || webhook.userId === userId)
        .filter((webhook) => teamId === undefined || webhook.teamId === teamId)
        .filter((webhook) => channelId === undefined || webhook.channelId === channelId)
        .sort((a, b) => b.createAt - a.createAt || (a.id < b.id ? 1 : -1))
      return { items: items.slice(offset, offset + limit).map(webhookIn), total: items.length }
    },
    create: async (webhook) => {
      await put(webhook)
      return find(webhook.id) ?? webhook
    },
    update: async (id, changes, expectedVersion) =>
      writer.exclusive(async () => {
        const webhook = find(id)
        if (!webhook) return null
        const { version = 0 } = webhook
        if (version !== expectedVersion) return null
        await put({ ...webhook, ...changes })
        return find(id)
      }),
    delete: async (id) =>
      writer.exclusive(async () => {
        if (!webhooks.has(id)) return false
        await writer.commit({ delete: { webhooks: [id] } })
        return true
      }),
  }

  async function put(webhook: WebhookRow): Promise<void> {
    const row = { ...webhook, thingPath: webhook.incidentPath ?? '' }
    await writer.commit({ put: { webhooks: [row] } })
  }
}

/** The webhook of a row that may have been written by 0.9, which knows and changes only `thingPath`. */
export function webhookIn(row: WebhookRow): WebhookRow {
  const { incidentPath, thingPath } = row
  // Most rows are returned as they are, without a copy for each request.
  if (thingPath === undefined || thingPath === incidentPath) return row
  return { ...row, incidentPath: thingPath }
}

import {
  attentionFirst,
  expectingFirst,
  webhookPage,
  type WebhooksAdapter,
} from 'express-incoming-webhooks/adapters'
import type { WebhookRow } from './memory/rows.js'
import type { Writer } from './writer.js'

export function webhooksAdapter(writer: Writer): WebhooksAdapter {
  const { tables, indexes } = writer.model
  const { webhooks } = tables
  const all = () => webhooks.all().map(webhookIn)
  const found = (row: WebhookRow | undefined) => (row ? webhookIn(row) : null)
  const find = (id: string) => found(webhooks.get(id))
  const put = async (webhook: WebhookRow) => {
    const row = { ...webhook, thingPath: webhook.incidentPath ?? '' }
    await writer.commit({ put: { webhooks: [row] } })
    return find(webhook.id)
  }
  const change = async (id: string, changed: (webhook: WebhookRow) => WebhookRow | null) =>
    writer.exclusive(async () => {
      const before = find(id)
      const after = before && changed(before)
      return after && put(after)
    })
  return {
    findByKeyDigest: (digest) => found(indexes.keyDigests.get(digest)),
    touch: async (id, lastUsed, key) => {
      await change(id, (webhook) => {
        if (key === 'current') return { ...webhook, lastUsed }
        const { previousKey } = webhook
        return previousKey && { ...webhook, previousKey: { ...previousKey, lastUsed } }
      })
    },
    noteResult: async (id, result) => {
      await change(id, (webhook) => ({
        ...webhook,
        lastResult: { ...webhook.lastResult, ...result },
      }))
    },
    listExpecting: (before, limit) => expectingFirst(all(), before, limit),
    findById: find,
    list: (filter) => webhookPage(all(), filter),
    listAttention: (filter) => attentionFirst(all(), filter),
    create: (webhook) =>
      writer.exclusive(async () => {
        const { id } = webhook
        if (webhooks.has(id)) throw new Error(`there is a webhook ${id} already`)
        return (await put(webhook)) ?? webhook
      }),
    update: (id, changes, expectedVersion) =>
      change(id, (webhook) =>
        (webhook.version ?? 0) === expectedVersion ? { ...webhook, ...changes } : null,
      ),
    delete: (id) =>
      writer.exclusive(async () => {
        if (!webhooks.has(id)) return false
        await writer.commit({ delete: { webhooks: [id] } })
        return true
      }),
  }
}

/** The webhook of a row that may have been written by 0.9, which knows and changes only `thingPath`. */
export function webhookIn(row: WebhookRow): WebhookRow {
  const { incidentPath, thingPath } = row
  // Most rows are returned as they are, without a copy for each request.
  if (thingPath === undefined || thingPath === incidentPath) return row
  return { ...row, incidentPath: thingPath }
}

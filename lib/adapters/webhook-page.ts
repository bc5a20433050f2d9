import { nextNotice } from '../rules/silence.js'
import type { StoredWebhook, WebhooksAdapter } from './types.js'

/** The webhooks of a list, for stores that sort them in memory. */
export function webhookPage<Webhook extends StoredWebhook>(
  all: readonly Webhook[],
  { userId, teamId, channelId, offset, limit }: Parameters<WebhooksAdapter['list']>[0],
): { readonly items: readonly Webhook[]; readonly total: number } {
  const items = all
    .filter((webhook) => userId === undefined || webhook.userId === userId)
    .filter((webhook) => teamId === undefined || webhook.teamId === teamId)
    .filter((webhook) => channelId === undefined || webhook.channelId === channelId)
    .sort(newestFirst)
  return { items: items.slice(offset, offset + limit), total: items.length }
}

/** What `listExpecting` returns, chosen from all webhooks, for stores that have no index for it. */
export function expectingFirst<Webhook extends StoredWebhook>(
  all: readonly Webhook[],
  before: number,
  limit: number,
): readonly Webhook[] {
  return all
    .map((webhook) => ({ webhook, at: nextNotice(webhook)?.at ?? Infinity }))
    .filter(({ at }) => at <= before)
    .sort((a, b) => a.at - b.at)
    .slice(0, limit)
    .map(({ webhook }) => webhook)
}

function newestFirst(a: StoredWebhook, b: StoredWebhook): number {
  return Number(b.createAt) - Number(a.createAt) || (String(a.id) < String(b.id) ? 1 : -1)
}

import { isObject } from '../model/json.js'
import { ALL_KINDS, isFailing } from '../rules/needs-attention.js'
import { nextNotice } from '../rules/silence.js'
import type { AttentionFilter, StoredWebhook, WebhookFilter } from './types.js'

/** What `list` returns, chosen from all webhooks, for stores that have no index for it. */
export function webhookPage<Webhook extends StoredWebhook>(
  all: readonly Webhook[],
  { offset, limit, ...filter }: WebhookFilter,
): {
  /** The webhooks from `offset` on. */
  readonly items: readonly Webhook[]
  /** How many webhooks match, on all pages. */
  readonly total: number
} {
  const items = all.filter((webhook) => isListed(webhook, filter)).sort(newestFirst)
  return { items: items.slice(offset, offset + limit), total: items.length }
}

/** What `listAttention` returns, chosen from all webhooks, for stores that have no index for it. */
export function attentionFirst<Webhook extends StoredWebhook>(
  all: readonly Webhook[],
  { userId, limit, ...circumstances }: AttentionFilter,
): readonly Webhook[] {
  const own = all
    .filter((webhook) => (userId ?? webhook.userId) === webhook.userId)
    .sort((one, other) => lastAt(other) - lastAt(one))
  const found = ALL_KINDS.flatMap((isOfKind) =>
    own.filter((webhook) => isOfKind(webhook, circumstances)).slice(0, limit),
  )
  return [...new Set(found)]
}

function lastAt({ lastResult }: StoredWebhook) {
  return isObject(lastResult) ? Number(lastResult['at'] ?? 0) : 0
}

function isListed(webhook: StoredWebhook, filter: Omit<WebhookFilter, 'offset' | 'limit'>) {
  const { userId, teamId, channelId, words = [], failing = false, after } = filter
  return (
    (userId ?? webhook.userId) === webhook.userId &&
    (teamId ?? webhook.teamId) === webhook.teamId &&
    (channelId ?? webhook.channelId) === webhook.channelId &&
    (!failing || isFailing(webhook)) &&
    (!after || newestFirst(after, webhook) < 0) &&
    words.every((word) => hasWord(webhook, word))
  )
}

function hasWord({ id, displayName, description, slug, keyHint }: StoredWebhook, word: string) {
  const texts = [displayName, description, slug, keyHint]
  return (
    id === word ||
    texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(word))
  )
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

function newestFirst(
  a: Pick<StoredWebhook, 'createAt' | 'id'>,
  b: Pick<StoredWebhook, 'createAt' | 'id'>,
) {
  const [one, other] = [String(a.id), String(b.id)]
  return Number(b.createAt) - Number(a.createAt) || Number(one < other) - Number(one > other)
}

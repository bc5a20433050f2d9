import { copyOf } from '../../model/json.js'
import type { IncomingWebhook } from '../../model/records.js'
import type { CheckedManagement } from '../../host/checked.js'
import { attentionFirst, expectingFirst, webhookPage } from '../webhook-page.js'
import type { MemoryHost } from './host.js'
import type { MemoryBatches } from './posts.js'

export function memoryWebhooks(
  { webhooks, incidents }: MemoryHost,
  batches: MemoryBatches,
): CheckedManagement['webhooks'] {
  // Where a digest was found before. Records may have been added or changed without these methods.
  const byDigest = new Map<string, string>()
  const findDigest = (digest: string) => {
    const known = webhooks.get(byDigest.get(digest) ?? '')
    if (known && hasDigest(known, digest)) return known
    for (const webhook of webhooks.values()) {
      if (!hasDigest(webhook, digest)) continue
      byDigest.set(digest, webhook.id)
      return webhook
    }
    return undefined
  }
  return {
    findByKeyDigest: (digest) => copyOrNull(findDigest(digest)),
    touch: (id, at, key) => {
      const webhook = webhooks.get(id)
      const { previousKey } = webhook ?? {}
      if (webhook && key === 'current') webhooks.set(id, { ...webhook, lastUsed: at })
      else if (webhook && previousKey) {
        webhooks.set(id, { ...webhook, previousKey: { ...previousKey, lastUsed: at } })
      }
    },
    noteResult: (id, result) => {
      const webhook = webhooks.get(id)
      if (!webhook) return
      const { lastResult, ...others } = webhook
      webhooks.set(id, { lastResult: { ...lastResult, ...result }, ...others })
    },
    listExpecting: (before, limit) =>
      expectingFirst([...webhooks.values()], before, limit).map(copy),
    listAttention: (filter) => attentionFirst([...webhooks.values()], filter).map(copy),
    findById: (id) => copyOrNull(webhooks.get(id)),
    list: (filter) => {
      const { items, total } = webhookPage([...webhooks.values()], filter)
      return { items: items.map(copy), total }
    },
    create: (webhook) => {
      if (webhooks.has(webhook.id)) throw new Error(`there is a webhook ${webhook.id} already`)
      webhooks.set(webhook.id, copy(webhook))
      return copy(webhook)
    },
    update: (id, changes, expectedVersion) => {
      const webhook = webhooks.get(id)
      if (webhook?.version !== expectedVersion) return null
      const changed = { ...webhook, ...changes }
      webhooks.set(id, copy(changed))
      return copy(changed)
    },
    delete: (id) => {
      batches.deleteOf(id)
      incidents.delete(id)
      return webhooks.delete(id)
    },
  }
}

function hasDigest({ keyDigest, previousKey }: IncomingWebhook, digest: string) {
  return keyDigest === digest || previousKey?.keyDigest === digest
}

function copyOrNull(webhook: IncomingWebhook | undefined): IncomingWebhook | null {
  return webhook ? copy(webhook) : null
}

function copy(webhook: IncomingWebhook): IncomingWebhook {
  const { previousKey, verification, rateLimit, events, except, lastResult } = webhook
  const { allowedAddresses, rules, template } = webhook
  return {
    ...webhook,
    previousKey: previousKey && { ...previousKey },
    verification: verification && { ...verification },
    rateLimit: rateLimit && { ...rateLimit },
    events: [...events],
    except: [...except],
    allowedAddresses: [...allowedAddresses],
    rules: copyOf(rules),
    template: copyOf(template),
    ...(lastResult && { lastResult: { ...lastResult } }),
  }
}

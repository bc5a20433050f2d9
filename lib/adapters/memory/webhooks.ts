import type { IncomingWebhook } from '../../model/records.js'
import type { CheckedManagement } from '../../host/checked.js'
import { webhookPage } from '../webhook-page.js'
import type { MemoryHost } from './host.js'
import type { KeptBatches } from './kept-batches.js'
import type { MemoryIncidents } from './incidents.js'

export function memoryWebhooks(
  host: MemoryHost,
  { batches, incidents }: { readonly batches: KeptBatches; readonly incidents: MemoryIncidents },
): CheckedManagement['webhooks'] {
  const byDigest = new Map<string, string>()
  const save = (webhook: IncomingWebhook): void => {
    forget(host.webhooks.get(webhook.id))
    host.webhooks.set(webhook.id, webhook)
    byDigest.set(webhook.keyDigest, webhook.id)
    if (webhook.previousKey) byDigest.set(webhook.previousKey.keyDigest, webhook.id)
  }
  const forget = (webhook: IncomingWebhook | undefined): void => {
    if (!webhook) return
    byDigest.delete(webhook.keyDigest)
    if (webhook.previousKey) byDigest.delete(webhook.previousKey.keyDigest)
  }
  const find = (id: string | undefined): IncomingWebhook | null => {
    const webhook = id === undefined ? undefined : host.webhooks.get(id)
    return webhook ? copy(webhook) : null
  }
  return {
    findByKeyDigest: (digest) => find(byDigest.get(digest) ?? scan(host, digest)),
    touch: (id, at, key) => {
      const webhook = host.webhooks.get(id)
      if (!webhook) return
      if (key === 'current') save({ ...webhook, lastUsed: at })
      else if (webhook.previousKey) {
        save({ ...webhook, previousKey: { ...webhook.previousKey, lastUsed: at } })
      }
    },
    findById: find,
    list: (filter) => {
      const { items, total } = webhookPage([...host.webhooks.values()], filter)
      return { items: items.map(copy), total }
    },
    create: (webhook) => {
      save(copy(webhook))
      return copy(webhook)
    },
    update: (id, changes, expectedVersion) => {
      const webhook = host.webhooks.get(id)
      if (webhook?.version !== expectedVersion) return null
      const changed = copy({ ...webhook, ...changes })
      save(changed)
      return copy(changed)
    },
    delete: (id) => {
      forget(host.webhooks.get(id))
      batches.deleteOf(id)
      incidents.deleteOf(id)
      return host.webhooks.delete(id)
    },
  }
}

// Records that a test added directly are not indexed.
function scan(host: MemoryHost, digest: string): string | undefined {
  for (const { id, keyDigest, previousKey } of host.webhooks.values()) {
    if (keyDigest === digest || previousKey?.keyDigest === digest) return id
  }
  return undefined
}

function copy(webhook: IncomingWebhook): IncomingWebhook {
  const { previousKey, verification, rateLimit, events, except } = webhook
  return {
    ...webhook,
    previousKey: previousKey && { ...previousKey },
    verification: verification && { ...verification },
    rateLimit: rateLimit && { ...rateLimit },
    events: [...events],
    except: [...except],
  }
}

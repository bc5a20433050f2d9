import type { IncomingWebhook } from '../../model/records.js'
import type { StoredWebhook, WebhooksAdapter } from '../types.js'
import { textIn } from '../stored-values.js'
import {
  asDocument,
  COLLECTIONS,
  type DocumentCalls,
  type DocumentCollection,
  type DocumentHost,
  type DocumentReader,
  listed,
  type StoredDocument,
} from './calls.js'

const { webhooks: WEBHOOKS, keys: KEYS } = COLLECTIONS

export function documentWebhooks(host: DocumentHost): WebhooksAdapter {
  const find = async (calls: DocumentReader, id: string): Promise<StoredWebhook | null> => {
    const found = asDocument(await calls.get(WEBHOOKS, id))
    return found && webhookIn(found)
  }
  const change = (
    id: string,
    changed: (webhook: StoredWebhook) => StoredWebhook | null,
  ): Promise<StoredWebhook | null> =>
    host.transaction(async (calls) => {
      const before = await find(calls, id)
      const after = before && changed(before)
      return after && putWebhook(calls, id, after, digestsOf(before))
    })
  return {
    findByKeyDigest: async (digest) => {
      const key = asDocument(await host.get(KEYS, digest))
      const webhook = key && (await find(host, textIn(key, 'webhookId')))
      return webhook && digestsOf(webhook).includes(digest) ? webhook : null
    },
    touch: async (id, at, key) => {
      await change(id, (webhook) => {
        if (key === 'current') return { ...webhook, lastUsed: at }
        const previousKey = asDocument(webhook.previousKey)
        return previousKey && { ...webhook, previousKey: { ...previousKey, lastUsed: at } }
      })
    },
    findById: (id) => find(host, id),
    list: async ({ userId, teamId, channelId, offset, limit }) => {
      const items = (await listed(host, WEBHOOKS))
        .map((found): StoredWebhook => webhookIn(found))
        .filter((webhook) => userId === undefined || webhook.userId === userId)
        .filter((webhook) => teamId === undefined || webhook.teamId === teamId)
        .filter((webhook) => channelId === undefined || webhook.channelId === channelId)
        .sort(newestFirst)
      return { items: items.slice(offset, offset + limit), total: items.length }
    },
    create: (webhook) => host.transaction((calls) => putWebhook(calls, webhook.id, webhook, [])),
    update: (id, changes, expectedVersion) =>
      change(id, (webhook) =>
        webhook.version === expectedVersion ? { ...webhook, ...changes } : null,
      ),
    delete: async (id) => {
      const own = [
        ...(await keptFor(host, COLLECTIONS.batches, id)),
        ...(await keptFor(host, COLLECTIONS.incidents, id)),
      ]
      return host.transaction(async (calls) => {
        const webhook = await find(calls, id)
        if (!webhook) return false
        await calls.delete(WEBHOOKS, id)
        for (const digest of digestsOf(webhook)) await calls.delete(KEYS, digest)
        for (const [collection, name] of own) await calls.delete(collection, name)
        return true
      })
    },
  }
}

// Nodes of 0.9 read and write the same documents, with the name that the field had then.
function webhookIn({ thingPath, ...found }: StoredDocument): StoredWebhook {
  return thingPath === undefined ? found : { ...found, incidentPath: thingPath }
}

function documentOf({ incidentPath, ...webhook }: StoredWebhook): StoredDocument {
  return { ...webhook, thingPath: incidentPath }
}

/** The names of what is kept for a webhook, which begin with its id. */
async function keptFor(
  host: DocumentHost,
  collection: DocumentCollection,
  webhookId: string,
): Promise<readonly (readonly [DocumentCollection, string])[]> {
  return (await listed(host, collection))
    .map((found) => textIn(found, 'id'))
    .filter((name) => name.startsWith(`${webhookId} `))
    .map((name) => [collection, name] as const)
}

function digestsOf({ keyDigest, previousKey }: StoredWebhook | IncomingWebhook): readonly string[] {
  const previous = asDocument(previousKey)?.['keyDigest']
  return [keyDigest, previous].filter((digest) => typeof digest === 'string')
}

/**
 * Returns what is stored. Without transactions, it may end after any of its writes: a digest of which the webhook knows nothing
 * finds nothing, but a webhook whose digest is missing has a URL that does not work.
 */
async function putWebhook(
  calls: DocumentCalls,
  webhookId: string,
  webhook: StoredWebhook,
  before: readonly string[],
): Promise<StoredWebhook> {
  const after = digestsOf(webhook)
  for (const digest of after) {
    if (!before.includes(digest)) await calls.put(KEYS, digest, { id: digest, webhookId })
  }
  await calls.put(WEBHOOKS, webhookId, documentOf(webhook))
  for (const digest of before) if (!after.includes(digest)) await calls.delete(KEYS, digest)
  return webhookIn(asDocument(await calls.get(WEBHOOKS, webhookId)) ?? {})
}

function newestFirst(a: StoredWebhook, b: StoredWebhook): number {
  return Number(b.createAt) - Number(a.createAt) || (String(a.id) < String(b.id) ? 1 : -1)
}

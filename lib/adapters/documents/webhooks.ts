import type { IncomingWebhook, NotedResult } from '../../model/records.js'
import { isExpecting } from '../../rules/silence.js'
import type { StoredWebhook, WebhooksAdapter } from '../types.js'
import { textIn } from '../stored-values.js'
import { attentionFirst, expectingFirst, webhookPage } from '../webhook-page.js'
import {
  asDocument,
  collectionOf,
  type DocumentCalls,
  type DocumentHost,
  type DocumentReader,
  type StoredDocument,
} from './calls.js'

export function documentWebhooks(host: DocumentHost): WebhooksAdapter {
  const webhooks = collectionOf(host, 'webhooks')
  const keys = collectionOf(host, 'keys')
  const expecting = collectionOf(host, 'expecting')
  const batches = collectionOf(host, 'batches')
  const incidents = collectionOf(host, 'incidents')
  const find = async (id: string, calls?: DocumentReader): Promise<StoredWebhook | null> => {
    const found = await webhooks.find(id, calls)
    return found && webhookIn(found)
  }
  /**
   * Returns what is stored. Without transactions, it may end after any of its writes: a digest of which
   * the webhook knows nothing finds nothing, but a webhook whose digest is missing has a URL that does
   * not work.
   */
  const put = async (
    calls: DocumentCalls,
    id: string,
    webhook: StoredWebhook,
    before: StoredWebhook,
  ): Promise<StoredWebhook> => {
    const digests = digestsOf(before)
    const after = digestsOf(webhook)
    for (const digest of after) {
      if (!digests.includes(digest)) await keys.put(calls, { id: digest, webhookId: id })
    }
    if (isExpecting(webhook) && !isExpecting(before)) await expecting.put(calls, { id })
    await webhooks.put(calls, { ...documentOf(webhook), id })
    if (isExpecting(before) && !isExpecting(webhook)) await expecting.delete(calls, [id])
    await keys.delete(
      calls,
      digests.filter((digest) => !after.includes(digest)),
    )
    return (await find(id, calls)) ?? {}
  }
  const change = (
    id: string,
    changed: (webhook: StoredWebhook) => StoredWebhook | null,
  ): Promise<StoredWebhook | null> =>
    host.transaction(async (calls) => {
      const before = await find(id, calls)
      const after = before && changed(before)
      return after && put(calls, id, after, before)
    })
  return {
    findByKeyDigest: async (digest) => {
      const key = await keys.find(digest)
      const webhook = key && (await find(textIn(key, 'webhookId')))
      return webhook && digestsOf(webhook).includes(digest) ? webhook : null
    },
    touch: async (id, at, key) => {
      await change(id, (webhook) => {
        if (key === 'current') return { ...webhook, lastUsed: at }
        const previousKey = asDocument(webhook.previousKey)
        return previousKey && { ...webhook, previousKey: { ...previousKey, lastUsed: at } }
      })
    },
    noteResult: async (id, result) => {
      await change(id, (webhook) => withResult(webhook, result))
    },
    listExpecting: async (before, limit) => {
      const ids = await expecting.ids(() => true)
      const found = await Promise.all(ids.map((id) => find(id)))
      return expectingFirst(
        found.filter((webhook) => webhook !== null),
        before,
        limit,
      )
    },
    listAttention: async (filter) => attentionFirst((await webhooks.all()).map(webhookIn), filter),
    findById: (id) => find(id),
    list: async (filter) => webhookPage((await webhooks.all()).map(webhookIn), filter),
    create: (webhook) =>
      host.transaction(async (calls) => {
        const { id } = webhook
        if (await find(id, calls)) throw new Error(`there is a webhook ${id} already`)
        return put(calls, id, webhook, {})
      }),
    update: (id, changes, expectedVersion) =>
      change(id, (webhook) =>
        webhook.version === expectedVersion ? { ...webhook, ...changes } : null,
      ),
    delete: async (id) => {
      // The ids of what is kept for a webhook begin with its id.
      const isOwn = (found: StoredDocument) => textIn(found, 'id').startsWith(`${id} `)
      const batchIds = await batches.ids(isOwn)
      const incidentIds = await incidents.ids(isOwn)
      return host.transaction(async (calls) => {
        const webhook = await find(id, calls)
        if (!webhook) return false
        await webhooks.delete(calls, [id])
        await keys.delete(calls, digestsOf(webhook))
        if (isExpecting(webhook)) await expecting.delete(calls, [id])
        await batches.delete(calls, batchIds)
        await incidents.delete(calls, incidentIds)
        return true
      })
    },
  }
}

function withResult(webhook: StoredWebhook, result: NotedResult): StoredWebhook {
  return { ...webhook, lastResult: { ...asDocument(webhook.lastResult), ...result } }
}

// Nodes of 0.9 read and write the same documents, with the name that the field had then.
function webhookIn({ thingPath, ...found }: StoredDocument): StoredWebhook {
  return thingPath === undefined ? found : { ...found, incidentPath: thingPath }
}

function documentOf({ incidentPath, ...webhook }: StoredWebhook): StoredDocument {
  return { ...webhook, thingPath: incidentPath }
}

function digestsOf({ keyDigest, previousKey }: StoredWebhook | IncomingWebhook): readonly string[] {
  const previous = asDocument(previousKey)?.['keyDigest']
  return [keyDigest, previous].filter((digest) => typeof digest === 'string')
}

import type { IncomingWebhook } from 'express-incoming-webhooks'
import { DEFAULT_WEBHOOK, type WebhooksAdapter } from 'express-incoming-webhooks/adapters'
import type { MemoryAdapters } from 'express-incoming-webhooks/memory'
import type { Broken } from './broken.js'

const FOUND = 'webhooks: are found unchanged by id and by the digest of their key'
const KEYS =
  'webhooks: are found by the digest of their previous key, and after a change only by the remaining digests'
const TAKEN = 'webhooks: are not created with the id of another one, which stays as it is'
const NOTHING = 'webhooks: are not found by text that is not an id or digest, without failing'
const CHANGED = 'webhooks: can be changed: only the given values change, and no other records'
const EACH = 'webhooks: keep each field that is set, and nothing of its value before'
const EXPECTED = 'webhooks: do not change if version is not the expected one'
const USED = 'webhooks: record when each of their keys was used, without other changes'
const RESULT =
  'webhooks: remember what became of their last request, without other changes, if the host provides noteResult'
const DUE =
  'webhooks: are listed when nothing was heard of them, those first that were due first, if the host provides listExpecting'
const TOLD =
  'webhooks: are listed until it was told that nothing was heard, and when something is heard after that, if the host provides listExpecting'
const NO_RESULT =
  'webhooks: of which there is none take no result, without failing, if the host provides noteResult'
const GONE =
  'webhooks: are removed when deleted, with both of their keys, and deleting again returns false'
const INCIDENTS = 'incidents: are deleted with their webhook, if incidents is guaranteed'
const COPIES = 'webhooks: are copies: changing input or results does not change what is stored'
const NEWEST = 'webhooks: are listed newest first, and by descending id at equal times'
const PAGES = 'webhooks: are listed in pages, with the total number'
const FILTERED = 'webhooks: are listed and counted by owner and by team'
const OF_CHANNEL = 'webhooks: are listed and counted by channel'
const AFTER = 'webhooks: are listed after a place, even of one that is gone'
const WORDS = 'webhooks: are listed by words, each anywhere and in any case'
const FAILING =
  'webhooks: are listed if their last request was refused or failed, if the host provides noteResult'
const NEEDY =
  'webhooks: are found by what may need attention, of failing ones the latest, if the host provides listAttention'
/** Of lists with several webhooks. */
const LISTS = [AFTER, WORDS, FAILING]

export const BROKEN_WEBHOOKS: readonly Broken[] = [
  broken('a column for the rate limit is missing', [FOUND, CHANGED, EACH, COPIES], (good) => ({
    create: (webhook) => good.webhooks.create({ ...webhook, rateLimit: null }),
    update: (id, changes, expected) =>
      good.webhooks.update(id, { ...changes, rateLimit: null }, expected),
  })),
  broken('a new record takes the place of another one', [TAKEN], ({ host, webhooks }) => ({
    create: (webhook) => {
      host.webhooks.delete(webhook.id)
      return webhooks.create(webhook)
    },
  })),
  broken('a field is not stored, and update returns it', [CHANGED, EACH], ({ webhooks }) => ({
    update: async (id, { iconEmoji, ...changes }, expected) => {
      const stored = await webhooks.update(id, changes, expected)
      return stored && { ...stored, ...(iconEmoji !== undefined && { iconEmoji }) }
    },
  })),
  broken('disabling has no effect', [CHANGED], ({ webhooks }) => ({
    update: (id, { enabled: _lost, ...changes }, expected) =>
      webhooks.update(id, changes, expected),
  })),
  broken(
    'a change does not count',
    [KEYS, CHANGED, EACH, EXPECTED, USED, RESULT, GONE, COPIES, WORDS, NEEDY],
    ({ webhooks }) => ({
      update: (id, { version: _lost, ...changes }, expected) =>
        webhooks.update(id, changes, expected),
    }),
  ),
  broken('objects are merged into those before', [EACH], ({ host, webhooks }) => ({
    update: (id, { verification, ...changes }, expected) => {
      const before = host.webhooks.get(id)?.verification
      const merged = verification && { verification: { ...before, ...verification } }
      const given = verification === null ? { verification } : {}
      return webhooks.update(id, { ...changes, ...given, ...merged }, expected)
    },
  })),
  broken('the previous key is not looked at', [KEYS], ({ webhooks }) => ({
    findByKeyDigest: async (digest) => {
      const webhook = await webhooks.findByKeyDigest(digest)
      return webhook?.keyDigest === digest ? webhook : null
    },
  })),
  broken('a replaced key goes on working', [KEYS], ({ host, webhooks }) => {
    const digests = new Map<string, string>()
    const remember = (webhook: IncomingWebhook | null): IncomingWebhook | null => {
      if (webhook) digests.set(webhook.keyDigest, webhook.id)
      return webhook
    }
    return {
      create: async (webhook) => {
        remember(webhook)
        return webhooks.create(webhook)
      },
      update: async (...changes) => remember(await webhooks.update(...changes)),
      findByKeyDigest: async (digest) =>
        (await webhooks.findByKeyDigest(digest)) ??
        host.webhooks.get(digests.get(digest) ?? '') ??
        null,
    }
  }),
  broken('a digest that is not there is a failure', [KEYS, NOTHING, GONE], ({ webhooks }) => ({
    findByKeyDigest: async (digest) => {
      const webhook = await webhooks.findByKeyDigest(digest)
      if (!webhook) throw new Error('not found')
      return webhook
    },
  })),
  broken('noting the use of what is gone is a failure', [NOTHING], ({ webhooks }) => ({
    touch: async (id, at, key) => {
      if (!(await webhooks.findById(id))) throw new Error('not found')
      await webhooks.touch(id, at, key)
    },
  })),
  broken('null is no change', [CHANGED, KEYS], ({ webhooks }) => ({
    update: (id, changes, expected) => {
      const { previousKey, rateLimit, ...others } = changes
      return webhooks.update(
        id,
        { ...others, ...(previousKey ? { previousKey } : {}), ...(rateLimit ? { rateLimit } : {}) },
        expected,
      )
    },
  })),
  broken('a change goes to all records', [CHANGED], ({ host, webhooks }) => ({
    update: async (id, changes, expected) => {
      const changed = await webhooks.update(id, changes, expected)
      if (changed && changes.description === 'nightly') {
        for (const each of [...host.webhooks.values()]) {
          await webhooks.update(each.id, changes, each.version)
        }
      }
      return changed
    },
  })),
  broken('the expected version is not looked at', [EXPECTED], ({ host, webhooks }) => ({
    update: (id, changes) => webhooks.update(id, changes, host.webhooks.get(id)?.version ?? 0),
  })),
  broken('the record is read, awaited and written', [EXPECTED], ({ webhooks }) => ({
    update: async (id, changes, expected) => {
      const webhook = await webhooks.findById(id)
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (webhook?.version !== expected) return null
      const { version = 0 } = (await webhooks.findById(id)) ?? {}
      return webhooks.update(id, changes, version)
    },
  })),
  broken('use counts as a change', [USED], ({ host, webhooks }) => ({
    touch: async (id, at, key) => {
      const { version = 0 } = host.webhooks.get(id) ?? {}
      await webhooks.touch(id, at, key)
      await webhooks.update(id, { version: version + 1 }, version)
    },
  })),
  broken('each use is one of the current key', [USED], ({ webhooks }) => ({
    touch: (id, at) => webhooks.touch(id, at, 'current'),
  })),
  broken('results are not kept', [RESULT, DUE, TOLD, FAILING, NEEDY], () => ({
    noteResult: () => undefined,
  })),
  broken('a result replaces the format before', [RESULT], ({ webhooks }) => ({
    noteResult: (id, result) => webhooks.noteResult?.(id, { format: '', ...result }),
  })),
  broken('a result counts as a change', [RESULT], ({ host, webhooks }) => ({
    noteResult: async (id, result) => {
      const { version = 0 } = host.webhooks.get(id) ?? {}
      await webhooks.noteResult?.(id, result)
      await webhooks.update(id, { version: version + 1 }, version)
    },
  })),
  broken('a change forgets the result', [RESULT], ({ host, webhooks }) => ({
    update: async (id, changes, expected) => {
      const { lastResult, ...webhook } = host.webhooks.get(id) ?? {}
      if (lastResult) host.webhooks.set(id, { ...DEFAULT_WEBHOOK, ...webhook })
      return webhooks.update(id, changes, expected)
    },
  })),
  broken(
    'a result goes to all records',
    [RESULT, DUE, TOLD, FAILING, NEEDY],
    ({ host, webhooks }) => ({
      noteResult: async (_id, result) => {
        for (const id of [...host.webhooks.keys()]) await webhooks.noteResult?.(id, result)
      },
    }),
  ),
  broken('what is expected is listed although it is not due', [DUE, TOLD], ({ webhooks }) => ({
    listExpecting: async (_before, limit) =>
      (await webhooks.listExpecting?.(Infinity, limit)) ?? [],
  })),
  broken('what is expected is listed without a limit', [DUE], ({ webhooks }) => ({
    listExpecting: async (before) => (await webhooks.listExpecting?.(before, 99)) ?? [],
  })),
  broken('a result of what is gone is a failure', [NO_RESULT], ({ webhooks }) => ({
    noteResult: async (id, result) => {
      if (!(await webhooks.findById(id))) throw new Error('not found')
      await webhooks.noteResult?.(id, result)
    },
  })),
  broken('deleting what is gone tells nothing', [NOTHING, GONE], ({ webhooks }) => ({
    delete: async (id) => {
      await webhooks.delete(id)
      return true
    },
  })),
  broken('deleted records are only hidden', [GONE, INCIDENTS], ({ webhooks }) => {
    const deleted = new Set<string>()
    const shown = (webhook: IncomingWebhook | null): IncomingWebhook | null =>
      webhook && deleted.has(webhook.id) ? null : webhook
    return {
      findById: async (id) => shown(await webhooks.findById(id)),
      update: async (id, ...rest) => (deleted.has(id) ? null : webhooks.update(id, ...rest)),
      delete: async (id) => {
        const known = (await webhooks.findById(id)) !== null && !deleted.has(id)
        deleted.add(id)
        return known
      },
    }
  }),
  broken('webhooks are live references', [COPIES], ({ host, webhooks }) => ({
    findByKeyDigest: async (digest) => {
      const webhook = await webhooks.findByKeyDigest(digest)
      return webhook && (host.webhooks.get(webhook.id) ?? null)
    },
  })),
  broken(
    'webhooks are listed as they came',
    [NEWEST, PAGES, COPIES, OF_CHANNEL, ...LISTS],
    ({ host }) => ({
      list: ({ userId, teamId, channelId, offset, limit }) => {
        const items = [...host.webhooks.values()].filter(
          (each) =>
            each.userId === (userId ?? each.userId) &&
            each.teamId === (teamId ?? each.teamId) &&
            each.channelId === (channelId ?? each.channelId),
        )
        return { items: items.slice(offset, offset + limit), total: items.length }
      },
    }),
  ),
  broken('the order of one moment is left to chance', [NEWEST, PAGES, WORDS], ({ webhooks }) => ({
    list: async (filter) => {
      const { items, total } = await webhooks.list({ ...filter, offset: 0, limit: 99 })
      const sorted = [...items].sort((a, b) => b.createAt - a.createAt || (a.id < b.id ? -1 : 1))
      return { items: sorted.slice(filter.offset, filter.offset + filter.limit), total }
    },
  })),
  broken('the total is that of the page', [PAGES, OF_CHANNEL, ...LISTS], ({ webhooks }) => ({
    list: async (filter) => {
      const { items } = await webhooks.list(filter)
      return { items, total: items.length }
    },
  })),
  broken('a list is of all owners', [FILTERED, OF_CHANNEL, ...LISTS], ({ webhooks }) => ({
    list: ({ userId: _userId, ...filter }) => webhooks.list(filter),
  })),
  broken('a list begins anew', [AFTER], ({ webhooks }) => ({
    list: ({ after: _after, ...filter }) => webhooks.list(filter),
  })),
  broken('only the first word is looked for', [WORDS], ({ webhooks }) => ({
    list: ({ words, ...filter }) =>
      webhooks.list({ ...filter, ...(words && { words: words.slice(0, 1) }) }),
  })),
  broken('failing is ignored', [FAILING], ({ webhooks }) => ({
    list: ({ failing: _failing, ...filter }) => webhooks.list(filter),
  })),
  broken('only failing webhooks need attention', [NEEDY], ({ webhooks }) => ({
    listAttention: async ({ now, soon: _soon, ownerIds: _ids, ...filter }) =>
      (await webhooks.listAttention?.({ ...filter, now, soon: now, ownerIds: [] })) ?? [],
  })),
  broken('a list is of all channels', [OF_CHANNEL], ({ webhooks }) => ({
    list: ({ channelId: _channelId, ...filter }) => webhooks.list(filter),
  })),
  broken('the total is that of all channels', [OF_CHANNEL], ({ webhooks }) => ({
    list: async ({ channelId, ...filter }) => {
      const { total } = await webhooks.list(filter)
      const { items } = await webhooks.list(
        channelId === undefined ? filter : { ...filter, channelId },
      )
      return { items, total }
    },
  })),
]

function broken(
  what: string,
  fails: readonly string[],
  wrap: (good: MemoryAdapters) => Partial<WebhooksAdapter>,
): Broken {
  return {
    what,
    fails,
    breakAdapters: (good) => ({ webhooks: { ...good.webhooks, ...wrap(good) } }),
  }
}

import {
  type Channel,
  DEFAULT_SETTINGS,
  type ManagementAdapters,
  type Settings,
  type StoredPost,
  type StoredWebhook,
  type User,
} from 'express-incoming-webhooks'
import { newId } from './chat.js'
import { type Document, type DocumentStore, partOf, type Transaction } from './document-store.js'

export type Guarantees = 'once' | 'consecutive' | 'direct'
type Reader = Pick<Transaction, 'get'>

/** People, channels and messages of the journal as the library sees them. */
export function journalAdapters(store: DocumentStore): ManagementAdapters<Guarantees> {
  return {
    guarantees: ['once', 'consecutive', 'direct'],
    users: {
      findByIds: (ids) =>
        ids
          .map((id) => store.get('people', id))
          .filter((person) => person !== undefined)
          .map(toUser),
      findByUsernames: (names) =>
        store
          .list('people')
          .map(toUser)
          .filter(({ username }) => names.includes(username)),
    },
    channels: channelsAdapter(store),
    posts: messagesAdapter(store),
    webhooks: webhooksAdapter(store),
    settings: {
      get: () => settings(store),
      update: (changes) =>
        store.transaction((transaction) => {
          const changed = { ...settings(transaction), ...changes }
          transaction.put('webhook-settings', 'all', changed)
          return changed
        }),
    },
  }
}

function settings(reader: Reader): Settings {
  return { ...DEFAULT_SETTINGS, ...reader.get('webhook-settings', 'all') }
}

function toUser({ id, name, mail, closedAt }: Document): User {
  return {
    id: String(id),
    username: String(name).toLowerCase(),
    email: String(mail),
    deleteAt: typeof closedAt === 'number' ? closedAt : null,
  }
}

function toChannel({ id, name, title, pair, archivedAt }: Document): Channel {
  return {
    id: String(id),
    teamId: '',
    type: pair === undefined ? 'public' : 'direct',
    name: String(name),
    displayName: String(title),
    deleteAt: typeof archivedAt === 'number' ? archivedAt : null,
  }
}

function channelsAdapter(store: DocumentStore): ManagementAdapters<'direct'>['channels'] {
  const idOf = (a: string, b: string): string => [a, b].sort().join('-')
  const find = (id: string): Channel | null => {
    const channel = store.get('channels', id)
    return channel ? toChannel(channel) : null
  }
  const open = (): readonly Channel[] =>
    store
      .list('channels')
      .map(toChannel)
      .filter(({ type }) => type === 'public')
  return {
    findById: find,
    findByName: (name) => open().find((channel) => channel.name === name) ?? null,
    findDirect: (a, b) => find(idOf(a, b)),
    createDirect: (a, b) =>
      store.transaction((transaction) => {
        const id = idOf(a, b)
        const made = transaction.get('channels', id) ?? { id, name: id, title: '', pair: [a, b] }
        transaction.put('channels', id, made)
        return toChannel(made)
      }),
    canPost: (user, channel) =>
      channel.type === 'public' || channel.id.split('-').includes(user.id),
    listFor: (_user, { query, limit }) =>
      open()
        .filter(({ deleteAt }) => !deleteAt)
        .filter((one) =>
          `${one.name}\n${one.displayName}`.toLowerCase().includes(query.toLowerCase()),
        )
        .slice(0, limit),
  }
}

function toPost(message: Document): StoredPost {
  const { id, channel, person, text, at, changedAt } = message
  return {
    ...partOf(message, 'webhook'),
    id: String(id),
    channelId: String(channel),
    userId: String(person),
    message: String(text),
    createAt: Number(at),
    updateAt: Number(changedAt),
  }
}

function messagesAdapter(store: DocumentStore): ManagementAdapters<'once'>['posts'] {
  const find = (reader: Reader, id: string): StoredPost | null => {
    const message = reader.get('messages', id)
    return message ? toPost(message) : null
  }
  const batch = (reader: Reader, webhookId: string, key: string) => {
    const kept = reader.get('webhook-batches', `${webhookId} ${key}`)
    if (!kept || Number(kept['expiresAt']) <= Date.now()) return null
    const ids = Array.isArray(kept['ids']) ? kept['ids'].map(String) : []
    return {
      fingerprint: String(kept['fingerprint']),
      warnings: kept['warnings'],
      ignored: kept['ignored'],
      posts: ids.flatMap((id) => find(reader, id) ?? []),
    }
  }
  return {
    newIds: (count) => Array.from({ length: count }, newId),
    createBatch: ({ posts, once }) =>
      store.transaction((transaction) => {
        const earlier = once ? batch(transaction, once.webhookId, once.key) : null
        if (earlier) return { stored: false, earlier }
        const last = transaction.get('clock', 'messages')
        const from = Math.max(Date.now(), Number(last?.['at'] ?? 0) + 1)
        for (const [index, post] of posts.entries()) {
          const { id, channelId, userId, message, ...webhook } = post
          const at = from + index
          const stored = {
            id,
            channel: channelId,
            person: userId,
            text: message,
            at,
            changedAt: at,
          }
          transaction.put('messages', id, { ...stored, webhook })
        }
        transaction.put('clock', 'messages', { at: from + posts.length - 1 })
        const ids = posts.map(({ id }) => id)
        if (once)
          transaction.put('webhook-batches', `${once.webhookId} ${once.key}`, { ...once, ids })
        return { stored: true, posts: ids.flatMap((id) => find(transaction, id) ?? []) }
      }),
    findBatch: (webhookId, key) => batch(store, webhookId, key),
    findById: (id) => find(store, id),
    update: (id, { message, props, version }, expectedVersion) =>
      store.transaction((transaction) => {
        const before = transaction.get('messages', id)
        const post = find(transaction, id)
        if (!before || !post || (post.version ?? 0) !== expectedVersion) return null
        const changedAt = Math.max(Date.now(), post.updateAt + 1)
        const webhook = { ...partOf(before, 'webhook'), props: props ?? post.props, version }
        const after = { ...before, text: message ?? post.message, changedAt, webhook }
        transaction.put('messages', id, after)
        return toPost(after)
      }),
  }
}

function webhooksAdapter(store: DocumentStore): ManagementAdapters['webhooks'] {
  const all = (): StoredWebhook[] => [...store.list('webhooks')]
  const change = (
    id: string,
    changed: (webhook: StoredWebhook) => StoredWebhook | null,
  ): Promise<StoredWebhook | null> =>
    store.transaction((transaction) => {
      const before: StoredWebhook | undefined = transaction.get('webhooks', id)
      const after = before ? changed(before) : null
      if (after) transaction.put('webhooks', id, { ...after })
      return after
    })
  return {
    findByKeyDigest: (digest) =>
      all().find(
        (webhook) =>
          webhook.keyDigest === digest || partOf(webhook, 'previousKey')['keyDigest'] === digest,
      ) ?? null,
    findById: (id) => store.get('webhooks', id) ?? null,
    touch: async (id, at, key) => {
      await change(id, (webhook) => {
        if (key === 'current') return { ...webhook, lastUsed: at }
        if (!webhook.previousKey) return null
        return { ...webhook, previousKey: { ...partOf(webhook, 'previousKey'), lastUsed: at } }
      })
    },
    list: ({ userId, teamId, offset, limit }) => {
      const items = all()
        .filter((one) => userId === undefined || one.userId === userId)
        .filter((one) => teamId === undefined || one.teamId === teamId)
        .sort(
          (a, b) =>
            Number(b.createAt) - Number(a.createAt) || (String(a.id) < String(b.id) ? 1 : -1),
        )
      return { items: items.slice(offset, offset + limit), total: items.length }
    },
    create: async (webhook) => {
      await store.transaction((transaction) => {
        transaction.put('webhooks', webhook.id, { ...webhook })
      })
      return webhook
    },
    update: (id, changes, expectedVersion) =>
      change(id, (webhook) =>
        webhook.version === expectedVersion ? { ...webhook, ...changes } : null,
      ),
    delete: (id) =>
      store.transaction((transaction) => {
        const found = transaction.get('webhooks', id) !== undefined
        transaction.delete('webhooks', id)
        return found
      }),
  }
}

import type { Channel, ManagementAdapters, User } from 'express-incoming-webhooks'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import type { Document, DocumentStore, Transaction } from './document-store.js'

export type Guarantees = 'once' | 'consecutive' | 'direct'

/** People, channels and messages of the journal as the library sees them. */
export function journalAdapters(store: DocumentStore): ManagementAdapters<Guarantees> {
  const stores = createDocumentStores<Transaction>(store)
  const people = (): User[] => store.list('people').map(toUser)
  const channels = (): Channel[] => store.list('channels').map(toChannel)
  const channel = (id: string): Channel | null => {
    const found = store.get('channels', id)
    return found ? toChannel(found) : null
  }
  return {
    guarantees: ['once', 'consecutive', 'direct'],
    users: {
      findByIds: (ids) => people().filter(({ id }) => ids.includes(id)),
      findByUsernames: (names) => people().filter(({ username }) => names.includes(username)),
    },
    channels: {
      findById: channel,
      findByName: (name) => channels().find((one) => one.name === name) ?? null,
      findDirect: (a, b) => channel(pairOf(a, b)),
      createDirect: (a, b) =>
        store.transaction((transaction) => {
          const id = pairOf(a, b)
          const made = transaction.get('channels', id) ?? { id, name: '', title: '', pair: true }
          transaction.put('channels', id, made)
          return toChannel(made)
        }),
      canPost: (user, { type, id }) => type === 'public' || id.split('-').includes(user.id),
      listFor: (_user, { query, limit }) =>
        channels()
          .filter(({ type, deleteAt }) => type === 'public' && !deleteAt)
          .filter((one) =>
            `${one.name} ${one.displayName}`.toLowerCase().includes(query.toLowerCase()),
          )
          .slice(0, limit),
    },
    posts: stores.posts({
      insert: (posts, transaction) => {
        const from = Math.max(Date.now(), Number(transaction.get('clock', 'last')?.['at'] ?? 0) + 1)
        transaction.put('clock', 'last', { at: from + posts.length })
        return posts.map(({ id, channelId, userId, message }, index) => {
          const [at, channel, person] = [from + index, channelId, userId]
          transaction.put('messages', id, { id, channel, person, text: message, at })
          return { id, createAt: at }
        })
      },
      setText: (id, text, transaction) => {
        const message = transaction.get('messages', id)
        if (message) transaction.put('messages', id, { ...message, text })
        return message !== undefined
      },
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
  }
}

function pairOf(a: string, b: string): string {
  return [a, b].sort().join('-')
}

function toUser({ id, name, closedAt }: Document): User {
  return { id: String(id), username: String(name).toLowerCase(), deleteAt: Number(closedAt ?? 0) }
}

function toChannel({ id, name, title, pair, archivedAt }: Document): Channel {
  return {
    id: String(id),
    teamId: '',
    type: pair === true ? 'direct' : 'public',
    name: String(name),
    displayName: String(title),
    deleteAt: Number(archivedAt ?? 0),
  }
}

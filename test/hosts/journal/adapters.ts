import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { Adapters, NewPost } from 'express-incoming-webhooks/adapters'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import * as chat from './chat.js'
import type {
  Document,
  DocumentStore,
  Transaction,
} from '../../../docs/examples/adapters/document-log.js'

export type Guarantees = 'once' | 'consecutive' | 'incidents' | 'direct'

/** People, channels and messages of the journal as the library sees them. */
export function journalAdapters(store: DocumentStore): Adapters<Guarantees> {
  const stores = createDocumentStores<Transaction>(store)
  const people = (): HookUser[] => store.list('people').map(toUser)
  const channels = (): HookChannel[] => store.list('channels').map(toChannel)
  const channel = (id: string): HookChannel | null => {
    const found = store.get('channels', id)
    return found ? toChannel(found) : null
  }
  return {
    guarantees: ['once', 'consecutive', 'incidents', 'direct'],
    users: {
      findByIds: (ids) => people().filter(({ id }) => ids.includes(id)),
      findByUsernames: (names) => people().filter(({ username }) => names.includes(username)),
    },
    channels: {
      findById: channel,
      findByName: (name) => channels().find((one) => one.name === name) ?? null,
      findDirect: (a, b) => channel(pairOf(a, b)),
      createDirect: (a, b) =>
        store.transaction((transaction) => toChannel(chat.openPair(transaction, pairOf(a, b)))),
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
        const createAt = chat.addMessages(transaction, posts.map(toMessage))
        return posts.map(({ id }, index) => ({ id, createAt: createAt + index }))
      },
      setText: (id, text, transaction) => chat.editMessage(transaction, id, text),
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
  }
}

function pairOf(a: string, b: string): string {
  return [a, b].sort().join('-')
}

function toUser({ id, name, closedAt }: Document): HookUser {
  return { id: String(id), username: String(name).toLowerCase(), deleteAt: Number(closedAt ?? 0) }
}

function toMessage({ id, channelId: channel, userId: person, message: text }: NewPost): Document {
  return { id, channel, person, text }
}

function toChannel({ id, name, title, pair, archivedAt }: Document): HookChannel {
  return {
    id: String(id),
    teamId: '',
    type: pair === true ? 'direct' : 'public',
    name: String(name),
    displayName: String(title),
    deleteAt: Number(archivedAt ?? 0),
  }
}

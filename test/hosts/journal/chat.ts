import { randomBytes } from 'node:crypto'
import type { Server as HttpServer } from 'node:http'
import express, { type Express, type Request } from 'express'
import { WebSocketServer } from 'ws'
import type {
  Document,
  DocumentStore,
  Transaction,
} from '../../../docs/examples/adapters/document-log.js'

// A chat on documents: ids of hexadecimal digits, people who may be closed out, channels that may be
// archived, messages between two people, a plain websocket.

export interface Journal {
  readonly app: Express
  readonly store: DocumentStore
  readonly addPerson: (person: {
    readonly name: string
    readonly mail: string
    readonly closed: boolean
  }) => Promise<string>
  readonly addChannel: (channel: {
    readonly name: string
    readonly title: string
    readonly archived: boolean
  }) => Promise<string>
  readonly signIn: (personId: string) => Promise<string>
  readonly personOf: (req: Request) => string | null
  readonly messagesOf: (channelId: string) => readonly Document[]
  /** Sends to those whose ids are given, or to all. */
  readonly send: (message: object, to: readonly string[] | null) => void
  readonly listen: (server: HttpServer) => void
  readonly close: () => Promise<void>
}

export function newId(): string {
  return randomBytes(12).toString('hex')
}

export function openJournal(store: DocumentStore): Journal {
  const app = express()
  const sockets = new WebSocketServer({ noServer: true })
  const readers = new Map<string, (text: string) => void>()
  const add = async (collection: string, document: Document): Promise<string> => {
    const id = newId()
    await store.transaction((transaction) => {
      transaction.put(collection, id, { ...document, id })
    })
    return id
  }
  const personWith = (token: string): string | null => {
    const session = store.get('sessions', token)
    return typeof session?.['person'] === 'string' ? session['person'] : null
  }
  const journal: Journal = {
    app,
    store,
    addPerson: ({ name, mail, closed }) =>
      add('people', { name, mail, ...(closed ? { closedAt: Date.now() } : {}) }),
    addChannel: ({ name, title, archived }) =>
      add('channels', { name, title, ...(archived ? { archivedAt: Date.now() } : {}) }),
    signIn: async (person) => {
      const token = newId()
      await store.transaction((transaction) => {
        transaction.put('sessions', token, { person })
      })
      return token
    },
    personOf: (req) => personWith(req.get('x-journal-token') ?? ''),
    messagesOf: (channelId) =>
      store.list('messages').filter((message) => message['channel'] === channelId),
    send: (message, to) => {
      for (const [person, write] of readers) {
        if (to === null || to.includes(person)) write(JSON.stringify(message))
      }
    },
    listen: (server) => {
      server.on('upgrade', (req, socket, head) => {
        const person = personWith(
          new URL(req.url ?? '', 'http://journal').searchParams.get('token') ?? '',
        )
        if (person === null) socket.destroy()
        else {
          sockets.handleUpgrade(req, socket, head, (client) => {
            readers.set(person, (text) => {
              client.send(text)
            })
            client.send('{}')
          })
        }
      })
    },
    close: async () => {
      for (const client of sockets.clients) client.terminate()
      await store.close()
    },
  }
  app.get('/channels/:id', (req, res) => {
    if (journal.personOf(req) === null) res.sendStatus(401)
    else res.json(journal.messagesOf(req.params.id))
  })
  return journal
}

/** The channel of two people, made if there is none. */
export function openPair(transaction: Transaction, id: string): Document {
  const made = transaction.get('channels', id) ?? { id, name: '', title: '', pair: true }
  transaction.put('channels', id, made)
  return made
}

/** Adds messages in order. Returns the time of the first; each of the others is a millisecond later. */
export function addMessages(transaction: Transaction, messages: readonly Document[]): number {
  const from = Math.max(Date.now(), Number(transaction.get('clock', 'last')?.['at'] ?? 0) + 1)
  transaction.put('clock', 'last', { at: from + messages.length })
  for (const [index, message] of messages.entries()) {
    transaction.put('messages', String(message['id']), { ...message, at: from + index })
  }
  return from
}

export function editMessage(transaction: Transaction, id: string, text: string): boolean {
  const message = transaction.get('messages', id)
  if (message) transaction.put('messages', id, { ...message, text })
  return message !== undefined
}

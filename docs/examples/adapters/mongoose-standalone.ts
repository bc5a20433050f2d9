// Without a replica set: run only one process, connect with `journal=true`, and pass
// `without: ['transactions']` to the conformance suite. It also ran on FerretDB 1.24.
import type { Adapters, PlainStores } from 'express-incoming-webhooks/adapters'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { type Connection, Schema } from 'mongoose'
import { channelSchema, messageSchema } from './mongoose-schemas.js'

const documentSchema = new Schema({
  _id: { type: String, required: true },
  kind: { type: String, required: true, index: true },
  json: { type: String, required: true },
})

function webhookStores(connection: Connection): PlainStores {
  const documents = connection.model('WebhookDocument', documentSchema)
  return createDocumentStores({
    transactions: 'none',
    get: async (kind, id) => {
      const found = await documents.findById(`${kind} ${id}`).lean()
      return found && parse(found.json)
    },
    list: async (kind) => (await documents.find({ kind }).lean()).map(({ json }) => parse(json)),
    put: (kind, id, document) => {
      const [_id, json] = [`${kind} ${id}`, JSON.stringify(document)]
      return documents.replaceOne({ _id }, { _id, kind, json }, { upsert: true })
    },
    delete: (kind, id) => documents.deleteOne({ _id: `${kind} ${id}` }),
  })
}

/** Users and channels are those of the example above. */
export function standaloneAdapters(
  connection: Connection,
  { users, channels }: Pick<Adapters<never>, 'users' | 'channels'>,
): Adapters<never> {
  const stores = webhookStores(connection)
  const rooms = connection.model('Channel', channelSchema)
  const messages = connection.model('Message', messageSchema)
  return {
    guarantees: [],
    users,
    channels,
    posts: stores.posts({
      insert: async (posts) => {
        const _id = posts[0]?.channelId
        const channel = await rooms.findById(_id).lean()
        const from = Math.max(Date.now(), (channel?.lastAt ?? 0) + 1)
        await rooms.updateOne({ _id }, { lastAt: from + posts.length })
        const rows = posts.map(({ userId, message }, index) => {
          return { channel: _id, author: userId, text: message, sentAt: from + index }
        })
        const stored = await messages.insertMany(rows)
        return stored.map(({ id, sentAt }) => ({ id, createAt: sentAt }))
      },
      setText: async (id, text) =>
        (await messages.updateOne({ _id: id }, { text })).matchedCount === 1,
      delete: async (id) => (await messages.deleteOne({ _id: id })).deletedCount === 1,
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
  }
}

function parse(json: string): object {
  const document: unknown = JSON.parse(json)
  if (typeof document === 'object' && document !== null) return document
  throw new TypeError('a document of the webhooks is not an object')
}

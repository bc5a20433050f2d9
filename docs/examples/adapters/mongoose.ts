// Mongoose 8 or later; it ran on Mongoose 9 with a double of the MongoDB driver, not on a MongoDB server. In
// Mongoose 6 and 7, `connection.transaction` does not return its function's result: keep it in a variable.
//
// Transactions need a replica set, of which one member is enough. The second command is needed once:
//
//   mongod --replSet rs0 --bind_ip 127.0.0.1 --dbpath /var/lib/mongodb
//   mongosh --eval 'rs.initiate({ _id: "rs0", members: [{ _id: 0, host: "127.0.0.1:27017" }] })'
//
// With access control, it also needs a `keyFile`. Connect with `?replicaSet=rs0`, or with
// `?directConnection=true` if your app uses another address for the member than the member itself.
import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { Adapters, Stores } from 'express-incoming-webhooks/adapters'
import { createDocumentStores, type DocumentCalls } from 'express-incoming-webhooks/documents'
import {
  type ClientSession,
  type Connection,
  type InferSchemaType,
  isObjectIdOrHexString as isId,
  Schema,
  type Types,
} from 'mongoose'
import { channelSchema, messageSchema, userSchema } from './mongoose-schemas.js'

// JSON text: MongoDB and Mongoose treat some keys of objects specially, and senders choose keys.
const documentSchema = new Schema({
  _id: { type: String, required: true },
  kind: { type: String, required: true, index: true },
  json: { type: String, required: true },
})

interface Calls extends DocumentCalls {
  readonly session: ClientSession
}

/** The library's documents, all in one collection. Their ids can be any text. */
function webhookStores(connection: Connection): Stores<Calls, Calls> {
  const documents = connection.model('WebhookDocument', documentSchema)
  const get = async (kind: string, id: string, session: ClientSession | null = null) => {
    const found = await documents.findById(`${kind} ${id}`).session(session).lean()
    return found && parse(found.json)
  }
  return createDocumentStores<Calls>({
    get: (kind, id) => get(kind, id),
    list: async (kind) => (await documents.find({ kind }).lean()).map(({ json }) => parse(json)),
    transaction: (work) =>
      connection.transaction((session) =>
        work({
          session,
          get: (kind, id) => get(kind, id, session),
          put: (kind, id, document) => {
            const [_id, json] = [`${kind} ${id}`, JSON.stringify(document)]
            return documents.replaceOne({ _id }, { _id, kind, json }, { upsert: true, session })
          },
          delete: (kind, id) => documents.deleteOne({ _id: `${kind} ${id}` }, { session }),
        }),
      ),
  })
}

export function mongooseAdapters(
  connection: Connection,
): Adapters<'once' | 'consecutive' | 'incidents'> {
  const stores = webhookStores(connection)
  const users = connection.model('User', userSchema)
  const channels = connection.model('Channel', channelSchema)
  const messages = connection.model('Message', messageSchema)
  return {
    guarantees: ['once', 'consecutive', 'incidents'],
    users: {
      // Mongoose throws for text that cannot be an id.
      findByIds: async (ids) =>
        (await users.find({ _id: { $in: ids.filter((id) => isId(id)) } }).lean()).map(toUser),
      findByUsernames: async (names) =>
        (await users.find({ name: { $in: names } }).lean()).map(toUser),
    },
    channels: {
      findById: async (id) => {
        const found = isId(id) ? await channels.findById(id).lean() : null
        return found && toChannel(found)
      },
      findByName: async (name) => {
        const found = await channels.findOne({ name }).lean()
        return found && toChannel(found)
      },
      canPost: async (user, { id, type }) =>
        type === 'public' ||
        user.admin === true ||
        (await channels.findOne({ _id: id, members: user.id }).lean()) !== null,
      listFor: async (user, { query, limit }) => {
        const isOpen = [{ isPrivate: false }, { members: user.id }]
        const found = await channels.find({ archivedAt: null, $or: isOpen }).lean()
        return found
          .filter(({ name, title }) =>
            `${name} ${title}`.toLowerCase().includes(query.toLowerCase()),
          )
          .slice(0, limit)
          .map(toChannel)
      },
    },
    posts: stores.posts({
      insert: async (posts, { session }) => {
        const _id = posts[0]?.channelId
        const channel = await channels.findById(_id).session(session).lean()
        const from = Math.max(Date.now(), (channel?.lastAt ?? 0) + 1)
        // Two batches that write to one channel are in conflict, so that one of them starts again.
        await channels.updateOne({ _id }, { lastAt: from + posts.length }, { session })
        const rows = posts.map(({ userId, message }, index) => {
          return { channel: _id, author: userId, text: message, sentAt: from + index }
        })
        const stored = await messages.insertMany(rows, { session })
        return stored.map(({ id, sentAt }) => ({ id, createAt: sentAt }))
      },
      setText: async (id, text, { session }) =>
        (await messages.updateOne({ _id: id }, { text }, { session })).matchedCount === 1,
      delete: async (id, { session }) =>
        (await messages.deleteOne({ _id: id }, { session })).deletedCount === 1,
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

type Row<S> = InferSchemaType<S> & { readonly _id: Types.ObjectId }

function toUser({ _id, name, isAdmin, leftAt }: Row<typeof userSchema>): HookUser {
  return { id: String(_id), username: name, admin: isAdmin, deleteAt: leftAt?.getTime() ?? null }
}

function toChannel({
  _id,
  name,
  title,
  isPrivate,
  archivedAt,
}: Row<typeof channelSchema>): HookChannel {
  return {
    id: String(_id),
    teamId: '',
    type: isPrivate ? 'private' : 'public',
    name,
    displayName: title,
    deleteAt: archivedAt?.getTime() ?? null,
  }
}

import type { HooksOptions } from 'express-incoming-webhooks'
import type { Adapters, NewPost, StoredPost } from 'express-incoming-webhooks/adapters'

// Compiled, never run: adapters over clients in the shape of Prisma, Drizzle and Mongoose need no cast.

/** As Prisma types a column of JSON that is read, and one that is written. */
type JsonRead = string | number | boolean | null | JsonRead[] | { [name in string]?: JsonRead }
type JsonWritten =
  | string
  | number
  | boolean
  | readonly (JsonWritten | null)[]
  | { readonly [name in string]?: JsonWritten | null }

interface PrismaMessage {
  id: string
  channelId: string
  userId: string
  webhookId: string | null
  rootId: string | null
  message: string
  type: string | null
  props: JsonRead
  priority: JsonRead
  mentions: JsonRead
  createdAt: Date
  version: number
}

interface PrismaUser {
  id: string
  name: string
  deletedAt: Date | null
}

/** The calls of a client that Prisma makes for a schema. */
interface PrismaShaped {
  readonly user: {
    findMany(query: {
      where: { id?: { in: string[] }; name?: { in: string[] } }
    }): Promise<PrismaUser[]>
  }
  readonly message: {
    createManyAndReturn(query: {
      data: {
        id: string
        channelId: string
        userId: string
        webhookId: string
        message: string
        props: JsonWritten
        mentions: JsonWritten
      }[]
    }): Promise<PrismaMessage[]>
    findUnique(query: { where: { id: string } }): Promise<PrismaMessage | null>
  }
}

export function overPrisma(
  db: PrismaShaped,
  rest: Pick<HooksOptions<'threads'>['adapters'], 'channels' | 'webhooks' | 'settings'>,
): HooksOptions<'threads'>['adapters'] {
  const toUser = ({ id, name, deletedAt }: PrismaUser) => ({
    id,
    username: name.toLowerCase(),
    deleteAt: deletedAt?.getTime() ?? null,
  })
  const toPost = ({ createdAt, ...row }: PrismaMessage): StoredPost => ({
    ...row,
    createAt: createdAt.getTime(),
    updateAt: createdAt.getTime(),
  })
  return {
    ...rest,
    guarantees: ['threads'],
    users: {
      findByIds: async (ids) =>
        (await db.user.findMany({ where: { id: { in: ids } } })).map(toUser),
      findByUsernames: async (names) =>
        (await db.user.findMany({ where: { name: { in: names } } })).map(toUser),
    },
    posts: {
      createBatch: async ({ posts }) => {
        const data = posts.map(
          ({ id, channelId, userId, webhookId, message, props, mentions }) => ({
            id,
            channelId,
            userId,
            webhookId,
            message,
            props,
            mentions: { ...mentions },
          }),
        )
        const rows = await db.message.createManyAndReturn({ data })
        return { stored: true, posts: rows.map(toPost) }
      },
      findById: async (id) => {
        const row = await db.message.findUnique({ where: { id } })
        return row && toPost(row)
      },
    },
  }
}

/** A row of a Drizzle table: `bigint` ids, `jsonb` columns without a type. */
interface DrizzleMessage {
  id: bigint
  roomId: bigint
  authorId: string
  body: string
  props: unknown
  mentioned: string[]
  sentAt: number
  version: number
}

interface DrizzleShaped {
  insert(rows: Omit<DrizzleMessage, 'version' | 'sentAt'>[]): Promise<DrizzleMessage[]>
  nextIds(count: number): Promise<bigint[]>
}

export function overDrizzle(
  db: DrizzleShaped,
): Pick<Adapters<never>['posts'], 'createBatch' | 'newIds'> {
  return {
    newIds: async (count) => (await db.nextIds(count)).map(String),
    createBatch: async ({ posts }) => {
      const rows = await db.insert(posts.map(toRow))
      return { stored: true, posts: rows.map(toPost) }
    },
  }

  function toRow({ id, channelId, userId, message, props, mentions }: NewPost) {
    return {
      id: BigInt(id),
      roomId: BigInt(channelId),
      authorId: userId,
      body: message,
      props,
      mentioned: mentions.userIds,
    }
  }

  function toPost({ id, roomId, authorId, body, sentAt, ...row }: DrizzleMessage): StoredPost {
    const { props, version, mentioned: userIds } = row
    return {
      id: String(id),
      channelId: String(roomId),
      userId: authorId,
      message: body,
      props,
      mentions: { userIds, channelWide: null },
      createAt: sentAt,
      updateAt: sentAt,
      version,
    }
  }
}

/** A document of Mongoose: ids are objects, `Mixed` paths are unknown. */
interface MongooseMessage {
  readonly _id: { toHexString(): string }
  readonly room: { toHexString(): string }
  readonly owner: string
  readonly text: string
  readonly webhook?: unknown
  readonly posted: Date
}

interface MongooseShaped {
  insertMany(documents: object[]): Promise<MongooseMessage[]>
  find(filter: { owner: { $in: string[] } }): { lean(): Promise<MongooseMessage[]> }
}

export function overMongoose(
  messages: MongooseShaped,
  newId: () => string,
): Pick<HooksOptions<never>['adapters']['posts'], 'createBatch' | 'newIds'> {
  return {
    newIds: (count) => Array.from({ length: count }, newId),
    createBatch: async ({ posts }) => {
      const made = await messages.insertMany(posts)
      return {
        stored: true,
        posts: made.map(({ _id, room, owner, text, webhook, posted }) => ({
          id: _id.toHexString(),
          channelId: room.toHexString(),
          userId: owner,
          message: text,
          props: webhook,
          createAt: posted.getTime(),
          updateAt: posted.getTime(),
        })),
      }
    },
  }
}

import type { HookChannel, HookLog, HookUser } from 'express-incoming-webhooks'
import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import {
  createPostgresChat,
  createPostgresPool,
  migrate,
  type PostgresChat,
} from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import { emptierOf } from './emptied-tables.js'
import { createSchema, throughPort } from './postgres-schema.js'

export type PostgresChatGuarantee = 'once' | 'consecutive' | 'threads' | 'incidents' | 'direct'

/** A schema with the tables of a chat. */
export interface ChatSchema {
  readonly url: string
  /** For the tests' own statements. */
  readonly pool: pg.Pool
  /** A node with a pool of its own, at most `max` connections, perhaps through another port. */
  readonly node: (options?: {
    readonly max?: number
    readonly port?: number
    /** Default: a pool of the library. */
    readonly poolOf?: (url: string) => pg.Pool
    readonly postRetention?: number
    readonly log?: HookLog
  }) => ChatNode
  readonly seed: Pick<
    ConformanceSession<PostgresChatGuarantee>,
    'seedUser' | 'seedChannel' | 'addMember' | 'claimLogin' | 'failWrites'
  >
  /** Deletes all rows but that of the team. */
  readonly empty: () => Promise<void>
  readonly close: () => Promise<void>
}

export interface ChatNode {
  readonly pool: pg.Pool
  readonly chat: PostgresChat
  readonly close: () => Promise<void>
}

/** Makes the tables of a chat in a schema of this server. */
export async function openChatSchema(server: string): Promise<ChatSchema> {
  const schema = await createSchema(server)
  const { url } = schema
  const pool = createPostgresPool({ url, max: 3 })
  await migrate(pool, { chat: true })
  const empty = await emptierOf(pool)
  const addTeam = `INSERT INTO chat_teams VALUES ('team', 'main', 'Main', 1)`
  await pool.query(addTeam)
  let made = 0
  const nextId = (kind: string): string => `${kind}${(made += 1)}`.padEnd(26, 'y')
  return {
    url,
    pool,
    node: ({ max = 10, port, poolOf, ...rest } = {}) => {
      const address = port === undefined ? url : throughPort(url, port)
      const own = poolOf ? poolOf(address) : createPostgresPool({ url: address, max })
      const chat = createPostgresChat({ pool: own, ...rest })
      return {
        pool: own,
        chat,
        close: async () => {
          await chat.close()
          await own.end()
        },
      }
    },
    seed: {
      seedUser: async ({ username, email, admin, active, passwordHash }) => {
        const user: HookUser = { id: nextId('user'), username, email, admin, createAt: 1 }
        await pool.query(
          `INSERT INTO chat_users (id, username, email, password_hash, admin, create_at, delete_at)
           VALUES ($1, $2, $3, $4, $5, 1, $6)`,
          [user.id, username, email, passwordHash, admin, active ? 0 : 2],
        )
        return { ...user, deleteAt: active ? 0 : 2 }
      },
      seedChannel: async ({ name, displayName, type, archived }) => {
        const id = nextId('channel')
        const deleteAt = archived ? 2 : 0
        await pool.query(
          `INSERT INTO chat_channels
             (id, team_id, type, name, display_name, creator_id, create_at, delete_at)
           VALUES ($1, 'team', $2, $3, $4, '', 1, $5)`,
          [id, type, name, displayName, deleteAt],
        )
        const channel: HookChannel = { id, teamId: 'team', type, name, displayName, deleteAt }
        return { ...channel, teamName: 'main' }
      },
      addMember: async (channelId, userId) => {
        await pool.query('INSERT INTO chat_members VALUES ($1, $2, 1)', [channelId, userId])
      },
      claimLogin: async (userId, host, login) => {
        await pool.query('INSERT INTO chat_logins VALUES ($1, $2)', [`${host}/${login}`, userId])
      },
      failWrites: async (message) => {
        const text = message.replaceAll(`'`, `''`)
        await pool.query(
          `ALTER TABLE chat_posts ADD CONSTRAINT refused CHECK (message <> '${text}')`,
        )
      },
    },
    empty: async () => {
      await empty()
      await pool.query(addTeam)
    },
    close: async () => {
      await pool.end()
      await schema.drop()
    },
  }
}

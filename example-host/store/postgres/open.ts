import { type HookLog, WebhookError } from 'express-incoming-webhooks'
import {
  type ChatChange,
  createPostgresChat,
  createPostgresPool,
  migrate,
  type PostgresChat,
} from 'express-incoming-webhooks/postgres'
import { setTimeout as delay } from 'node:timers/promises'
import type { ChatStore, StoreListener } from '../chat-store.js'
import { errorText } from '../errors.js'
import { createId } from '../ids.js'
import { tell } from '../listeners.js'
import type { StoreChange, Team } from '../memory/rows.js'
import { postgresAudit } from './audit.js'
import { postgresForget } from './forget.js'
import { findChannel, postgresChannels, postgresReadMarks } from './channels.js'
import { type Database, isStorable, numberIn, textIn } from './database.js'
import { findPost, postgresPosts } from './posts.js'
import { postgresPresence } from './presence.js'
import { postgresUsers } from './users.js'
import { keepWords } from './words.js'

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:5432/database`; several hosts are separated by commas. */
  readonly url: string
  /** Connections at most. */
  readonly max?: number
  /** How long posts are kept, in milliseconds. Default: for ever. */
  readonly postRetention?: number
  /** How long the audit is kept, in milliseconds: 400 days unless told. */
  readonly auditRetention?: number
  readonly log?: HookLog
  /** Milliseconds since 1970. Default: the clock of the database. */
  readonly clock?: () => number
}

export interface PostgresStore extends ChatStore {
  /** Resolves when the listeners have been told of all changes that were committed before. */
  caughtUp(): Promise<void>
}

/**
 * Opens the store in a database, making its tables if there are none. Any number of nodes can have
 * it open. Throws while no server takes writes, and a `NewerDatabaseError` if a newer version has changed
 * the tables so that this one cannot use them.
 */
export async function openPostgresStore(options: PostgresStoreOptions): Promise<PostgresStore> {
  const { auditRetention, log = () => undefined } = options
  const pool = createPostgresPool(options)
  let chat: PostgresChat | null = null
  try {
    await migrate(pool, { chat: true, log })
    chat = createPostgresChat({ ...options, pool })
    return await assemble(chat, pool, log, auditRetention)
  } catch (error) {
    await chat?.close()
    await pool.end()
    throw error
  }
}

async function assemble(
  chat: PostgresChat,
  pool: ReturnType<typeof createPostgresPool>,
  log: HookLog,
  auditRetention?: number,
): Promise<PostgresStore> {
  const database: Database = {
    ...chat,
    // Nothing that is stored has such a text, and what is written has none.
    query: async (text, values = []) =>
      values.flat().every((value) => typeof value !== 'string' || isStorable(value))
        ? chat.query(text, values)
        : [],
  }
  const teams = await postgresTeams(database)
  const presence = postgresPresence(database, log)
  const words = keepWords(database, log)
  const audit = postgresAudit(database, auditRetention)
  const readMarks = postgresReadMarks(database)
  const events = new Set<ReturnType<typeof storeEvents>>()
  const close = async () => {
    await Promise.all([...events].map((each) => each.close()))
    await presence.close()
    await words.close()
    await chat.close()
    await pool.end()
  }
  let closing: Promise<void> | null = null
  return {
    adapters: chat.adapters,
    users: postgresUsers(database),
    teams,
    channels: postgresChannels(database),
    posts: postgresPosts(database, readMarks, log),
    audit,
    forget: postgresForget({ ...database, audit, presence, words }),
    presence,
    follow: (listener) => {
      const made = storeEvents(database, log, listener)
      events.add(made)
      return chat.follow(made.hear)
    },
    ...readMarks,
    clock: chat.clock,
    health: async () => ({ ...(await chat.health()), waiting: 0, journaledBytes: 0 }),
    noteRefusal: chat.noteRefusal,
    caughtUp: async () => {
      await presence.settled()
      await chat.caughtUp()
      await Promise.all([...events].map((each) => each.settled()))
    },
    close: () => (closing ??= close()),
  }
}

/** The one team, made by the first of the nodes that open the store. It never changes. */
async function postgresTeams({ query, clock }: Database): Promise<readonly Team[]> {
  const make = `INSERT INTO chat_teams (id, name, display_name, create_at)
    VALUES ($1, 'main', 'Main', $2) ON CONFLICT (name) DO NOTHING`
  await query(make, [createId(), clock()])
  const rows = await query('SELECT id, name, display_name, create_at FROM chat_teams')
  return rows.map((row) => ({
    id: textIn(row, 'id'),
    name: textIn(row, 'name'),
    displayName: textIn(row, 'display_name'),
    createAt: numberIn(row, 'create_at'),
  }))
}

const RETRY_MS = 500

/** Turns changes, which mostly have only ids, into the store's events for a listener, in their order. */
function storeEvents(database: Database, log: HookLog, listener: StoreListener) {
  const stop = new AbortController()
  const { signal } = stop
  let work = Promise.resolve()
  const tellWhole = async (change: ChatChange) => {
    while (!signal.aborted) {
      try {
        const whole = await wholeOf(database, change)
        if (whole) tell(listener, whole, log)
        return
      } catch (error) {
        if (!(error instanceof WebhookError)) {
          log('error', 'A change could not be told', { reason: errorText(error) })
          return
        }
        await delay(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }
  return {
    /** For each change by any node. */
    hear: (change: ChatChange) => {
      work = work.then(() => tellWhole(change))
    },
    /** Resolves when the listener has been told of all that was heard. */
    settled: () => work,
    close: async () => {
      stop.abort()
      await work
    },
  }
}

/** Null for what is gone meanwhile: a later change tells of it. */
async function wholeOf(database: Database, change: ChatChange): Promise<StoreChange | null> {
  if (change.kind === 'posted' || change.kind === 'signedOut') return change
  if ('postId' in change) {
    const { kind, postId, channelId } = change
    const [post, channel] = await Promise.all([
      findPost(database.query, postId),
      database.adapters.channels.findById(channelId),
    ])
    const isThere = post && channel && (kind === 'deleted' || post.deleteAt === undefined)
    return isThere ? { kind, post, channel } : null
  }
  const channel = await findChannel(database, change.channelId)
  return channel && { ...change, channel }
}

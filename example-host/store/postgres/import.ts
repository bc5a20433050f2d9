import type { HookLog } from 'express-incoming-webhooks'
import { DEFAULT_SETTINGS, DEFAULT_WEBHOOK } from 'express-incoming-webhooks/adapters'
import {
  createPostgresChat,
  createPostgresPool,
  migrate,
  type PostgresChat,
} from 'express-incoming-webhooks/postgres'
import type { Model } from '../memory/model.js'
import { webhookIn } from '../webhooks.js'
import type { KeptPost } from '../memory/kept-post.js'
import type { StoredPost, Team } from '../memory/rows.js'
import { readStore } from '../read-store.js'
import { storable } from '../storable.js'
import { postsOf, type RowsOfTable, tablesOf } from './import-rows.js'
import { countOf, textIn } from './database.js'

/** Posts of one statement, and the characters of their texts. */
const POSTS_AT_ONCE = 500
const CHARACTERS_AT_ONCE = 4_000_000
const ROWS_AT_ONCE = 1_000

interface ImportOptions {
  /** The directory of the store in JSON files. */
  readonly from: string
  readonly url: string
  readonly log?: HookLog
  /** Called with the rows of a table that are stored, and how many there are. */
  readonly onProgress?: OnProgress
}

type OnProgress = (table: string, done: number, total: number) => void

/** Rows of a table in the files, and in the database afterwards. */
export interface TableCount {
  readonly table: string
  readonly expected: number
  readonly found: number
}

interface Imported {
  /** When an earlier import was completed; then nothing was done now. Else null. */
  readonly completedBefore: Date | null
  readonly counts: readonly TableCount[]
}

/** The database has another chat in it. Nothing was changed. */
export class AnotherChat extends Error {
  override readonly name = 'AnotherChat'

  constructor() {
    super('The database has another chat in it: import into an empty database')
  }
}

/**
 * Copies a store in JSON files into PostgreSQL. What is there is left as it is, so that an import that
 * was interrupted can be repeated; one that was completed does nothing. Throws `StoreInUse` while a
 * host has the store open, and `AnotherChat`.
 */
export async function importStore(options: ImportOptions): Promise<Imported> {
  const { from, url, log = () => undefined, onProgress = () => undefined } = options
  const pool = createPostgresPool({ url, log, max: 3, statementTimeout: 600_000 })
  let source: Awaited<ReturnType<typeof readStore>> | null = null
  let chat: PostgresChat | null = null
  try {
    source = await readStore(from, log)
    await migrate(pool, { chat: true })
    chat = createPostgresChat({ pool, log })
    const { model } = source
    const [team] = model.tables.teams.values()
    if (!team) throw new Error('The store has no team')
    const completedBefore = await begin(chat, team)
    if (completedBefore) return { completedBefore, counts: [] }
    const counts = await copy(chat, model, onProgress)
    if (counts.every(({ expected, found }) => expected === found)) {
      await chat.query('UPDATE chat_imports SET completed_at = now() WHERE team_id = $1', [team.id])
    }
    return { completedBefore: null, counts }
  } finally {
    await chat?.close()
    await pool.end()
    await source?.close()
  }
}

/** Takes an empty database for this team. Returns when its import was completed, if it was. */
async function begin({ query }: Target, team: Team) {
  await query(`CREATE TABLE IF NOT EXISTS chat_imports (
    team_id text PRIMARY KEY, completed_at timestamptz)`)
  const [begun] = await query('SELECT completed_at FROM chat_imports WHERE team_id = $1', [team.id])
  if (begun) {
    const completedAt: unknown = Reflect.get(begun, 'completed_at')
    return completedAt instanceof Date ? completedAt : null
  }
  // Whatever is there, a host that has been started on the database has made its team.
  const made = await query(
    `WITH made AS (
       INSERT INTO chat_teams (id, name, display_name, create_at)
       SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM chat_teams)
         AND NOT EXISTS (SELECT FROM chat_users) AND NOT EXISTS (SELECT FROM chat_channels)
       RETURNING id)
     INSERT INTO chat_imports (team_id) SELECT id FROM made RETURNING team_id`,
    [team.id, team.name, team.displayName, team.createAt],
  )
  if (made.length === 0) throw new AnotherChat()
  return null
}

type Target = Pick<PostgresChat, 'adapters' | 'query'>

async function copy(
  chat: Target,
  { tables, timeline }: Model,
  onProgress: OnProgress,
): Promise<readonly TableCount[]> {
  const now = Date.now()
  const counts: TableCount[] = []
  for (const part of tablesOf(tables, now)) {
    const { table, rows } = part
    for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
      await insert(chat, { ...part, rows: rows.slice(at, at + ROWS_AT_ONCE) })
      onProgress(table, Math.min(at + ROWS_AT_ONCE, rows.length), rows.length)
    }
    const expires = part.columns.includes('expires_at')
    const found = await countOf(chat.query, expires ? `${table} WHERE expires_at > ${now}` : table)
    counts.push({ table, expected: rows.length, found })
  }
  counts.push(await copyWebhooks(chat, tables))
  counts.push(await copySettings(chat, tables))
  counts.push(await copyPosts(chat, { tables, timeline }, onProgress))
  return counts
}

async function copySettings(chat: Target, { settings }: Model['tables']) {
  const stored = Object.entries(settings.get('settings')?.settings ?? {})
  const known = stored.filter(([name]) => name in DEFAULT_SETTINGS)
  await chat.adapters.settings.update(Object.fromEntries(known))
  const table = 'incoming_webhook_settings'
  return { table, expected: known.length, found: await countOf(chat.query, table) }
}

async function copyPosts(
  chat: Target,
  { tables, timeline }: Pick<Model, 'tables' | 'timeline'>,
  onProgress: OnProgress,
) {
  const table = 'chat_posts'
  const total = timeline.count()
  let expected = 0
  let done = 0
  for (const batch of batchesOf(timeline.from(0, total))) {
    const posts = batch.filter(({ channelId }) => tables.channels.has(channelId))
    await insert(chat, postsOf(posts))
    expected += posts.length
    done += batch.length
    onProgress(table, done, total)
  }
  // New posts and changes come after what was imported.
  await chat.query(
    `UPDATE chat_channels SET last_at = greatest(last_at, (SELECT max(update_at) FROM chat_posts
       WHERE channel_id = chat_channels.id))`,
  )
  return { table, expected, found: await countOf(chat.query, table) }
}

function* batchesOf(posts: Iterable<KeptPost>): Generator<readonly StoredPost[]> {
  let batch: StoredPost[] = []
  let characters = 0
  for (const post of posts) {
    batch.push(post.read())
    characters += post.json.length
    if (batch.length < POSTS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

/** Rows in one statement. Those that are there are left as they are. */
async function insert({ query }: Target, { table, key, columns, rows }: RowsOfTable) {
  const names = columns.join()
  const text = `INSERT INTO ${table} (${names})
    SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1)
    ON CONFLICT (${key.join()}) DO NOTHING`
  const json = JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'string' ? storable(value) : value,
  )
  await query(text, [json])
}

async function copyWebhooks(chat: Target, { webhooks }: Model['tables']) {
  const table = 'incoming_webhooks'
  const rows = await chat.query(`SELECT id FROM ${table}`)
  const known = new Set(rows.map((row) => textIn(row, 'id')))
  for (const webhook of webhooks.values()) {
    if (known.has(webhook.id)) continue
    await chat.adapters.webhooks.create({ ...DEFAULT_WEBHOOK, ...webhookIn(webhook) })
  }
  return { table, expected: webhooks.size, found: await countOf(chat.query, table) }
}

import { createHash } from 'node:crypto'
import { DEFAULT_WEBHOOK } from 'express-incoming-webhooks/adapters'
import { createPostgresStores, migrate } from 'express-incoming-webhooks/postgres'
import pg from 'pg'
import { fillPosts, settle } from '../test/support/fill-chat.js'

export const CHANNELS = 50

/** The key of the webhook of a channel. */
export function keyOf(channel: number): string {
  return `${channel}`.padStart(32, 'k')
}

/** The id of the channel that a key posts to. */
export function channelOf(key: string): string {
  return `channel${key.replace(/^k+/, '')}`.padEnd(26, 'y')
}

/** Makes a database without tables. Returns its URL. */
export async function emptyDatabase(server: string, name: string): Promise<string> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${name}`)
  } finally {
    await client.end()
  }
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Makes a database with a chat of one user, 50 channels with a webhook each, and some posts. */
export async function makeDatabase(server: string, name: string, posts: number): Promise<string> {
  const url = await emptyDatabase(server, name)
  const pool = new pg.Pool({ connectionString: url })
  try {
    await migrate(pool, { chat: true })
    const keys = Array.from({ length: CHANNELS }, (_, number) => keyOf(number))
    await seed(pool, keys)
    if (posts > 0) await fillPosts(pool, keys.map(channelOf), posts)
    await settle(pool)
    await pool.query('CHECKPOINT')
  } finally {
    await pool.end()
  }
  return url
}

async function seed(pool: pg.Pool, keys: readonly string[]): Promise<void> {
  await pool.query(`INSERT INTO chat_teams VALUES ('team', 'main', 'Main', 1)`)
  await pool.query(`INSERT INTO chat_users (id, username, email, create_at)
    VALUES ('user1', 'alice', 'alice@example.test', 1)`)
  const insert = `INSERT INTO chat_channels
    (id, team_id, type, name, display_name, creator_id, create_at)
    SELECT id, 'team', 'private', id, id, 'user1', 1 FROM unnest($1::text[]) AS id`
  await pool.query(insert, [keys.map(channelOf)])
  await pool.query(`INSERT INTO chat_members SELECT id, 'user1', 1 FROM chat_channels`)
  const stores = createPostgresStores({ pool })
  for (const [number, key] of keys.entries()) {
    await stores.webhooks.create({
      ...DEFAULT_WEBHOOK,
      id: `webhook${number}`.padEnd(26, 'y'),
      keyDigest: createHash('sha256').update(key).digest('hex'),
      keyHint: key.slice(-4),
      createAt: 1,
      updateAt: 1,
      userId: 'user1',
      channelId: channelOf(key),
      teamId: 'team',
      displayName: 'Bench',
    })
  }
  await stores.close()
}

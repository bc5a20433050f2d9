import { randomUUID } from 'node:crypto'
import { createPostgresChat, createPostgresPool, migrate } from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import { newPost } from '../test/support/new-post.js'

const NODES = 3
const CHANNELS = 1000
const FOLLOWED = 10
const AT_ONCE = 20

/** What a node does for each post that another one stores. */
export interface FeedFigures {
  readonly statements: number
  readonly bytes: number
  /** Posts that a node was told of. */
  readonly told: number
}

/**
 * Three nodes while `posts` posts are stored in 1,000 channels: told of all of them, or of those in ten
 * channels that each follows.
 */
export async function measureFeed(
  url: string,
  posts: number,
  isFollowing: boolean,
): Promise<FeedFigures> {
  const writer = openNode(url)
  const readers = Array.from({ length: NODES }, () => openNode(url))
  const channelIds = await seed(writer.pool)
  let told = 0
  for (const [index, { chat }] of readers.entries()) {
    const listener: Parameters<typeof chat.onChange>[0] = (change) => {
      if (change.kind === 'posted') told += change.posts.length
    }
    const first = index * FOLLOWED
    if (!isFollowing) chat.onChange(listener)
    else await chat.follow(listener).add(channelIds.slice(first, first + FOLLOWED))
  }
  const caughtUp = async (): Promise<void> => {
    // What the writer has to tell comes before the answer to its question.
    await writer.chat.caughtUp()
    await Promise.all(readers.map(({ chat }) => chat.caughtUp()))
  }
  await caughtUp()
  const before = readers.map(({ used }) => used())
  // What earlier runs have stored stays.
  const run = randomUUID().slice(0, 8)
  let number = 0
  const post = async (): Promise<void> => {
    while (number < posts) {
      const channelId = channelIds[number++ % CHANNELS] ?? ''
      const id = `${isFollowing ? 'f' : 'a'}${run}${number}`
      await writer.chat.adapters.posts.createBatch({
        posts: [newPost({ id, channelId, message: 'x'.repeat(200) })],
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, post))
  await caughtUp()
  const sum = (name: 'statements' | 'bytes'): number =>
    readers.reduce((all, { used }, at) => all + used()[name] - (before[at]?.[name] ?? 0), 0)
  const figures = { statements: sum('statements'), bytes: sum('bytes'), told }
  await Promise.all([writer, ...readers].map(({ close }) => close()))
  const each = NODES * posts
  return {
    statements: figures.statements / each,
    bytes: figures.bytes / each,
    told: figures.told / NODES,
  }
}

async function seed(pool: pg.Pool): Promise<readonly string[]> {
  await migrate(pool, { chat: true })
  const ids = Array.from({ length: CHANNELS }, (_, n) => `feed${n}`.padEnd(26, 'y'))
  await pool.query(
    `INSERT INTO chat_teams VALUES ('feed', 'feed', 'Feed', 1) ON CONFLICT DO NOTHING`,
  )
  const insert = `INSERT INTO chat_channels
    (id, team_id, type, name, display_name, creator_id, create_at)
    SELECT id, 'feed', 'public', id, id, '', 1 FROM unnest($1::text[]) AS id ON CONFLICT DO NOTHING`
  await pool.query(insert, [ids])
  return ids
}

function openNode(url: string) {
  const pool = createPostgresPool({ url })
  const clients: pg.PoolClient[] = []
  let statements = 0
  pool.on('connect', (client) => clients.push(client))
  pool.on('acquire', () => (statements += 1))
  const chat = createPostgresChat({ pool })
  const bytesOf = (client: pg.PoolClient): number =>
    Number(Reflect.get(Reflect.get(Reflect.get(client, 'connection'), 'stream'), 'bytesRead'))
  return {
    pool,
    chat,
    used: () => ({
      statements,
      bytes: clients.reduce((sum, client) => sum + bytesOf(client), 0),
    }),
    close: async () => {
      await chat.close()
      await pool.end()
    },
  }
}

import { createPostgresChat, migrate } from 'express-incoming-webhooks/postgres'
import pg from 'pg'
import { sweepWords } from '../test/support/sweep-words.js'
import { fillWorld } from '../test/support/world/fill.js'
import { SMALL } from '../test/support/world/size.js'
import { idOf } from '../test/support/world/sql.js'

/** The id of the channel that a key posts to. */
export function channelOf(key: string): string {
  return idOf('channel', Number(key.replace(/^k+/, '')))
}

/** Makes a database without tables, in place of one with the same name. Returns its URL. */
export async function emptyDatabase(server: string, name: string): Promise<string> {
  await onPool(server, async (pool) => {
    await pool.query(`DROP DATABASE IF EXISTS ${name}`)
    await pool.query(`CREATE DATABASE ${name}`)
  })
  const url = new URL(server)
  url.pathname = name
  return url.href
}

/** Makes a database with a small world: 50 channels with a webhook each. */
export async function smallDatabase(server: string): Promise<string> {
  const url = await emptyDatabase(server, 'small')
  await onPool(url, async (pool) => {
    await migrate(pool, { chat: true })
    await fillWorld(pool, SMALL)
    await makeSearchable(pool)
    await pool.query('CHECKPOINT')
  })
  return url
}

/** Writes the words of all posts, as a node does in its first minutes. */
export async function makeSearchable(pool: pg.Pool): Promise<void> {
  const chat = createPostgresChat({ pool })
  try {
    await sweepWords(chat)
  } finally {
    await chat.close()
  }
}

/** For statements that take minutes. */
export async function onPool<Result>(
  url: string,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

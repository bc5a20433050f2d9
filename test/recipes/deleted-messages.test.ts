import { expect } from 'chai'
import type { NewPost, PostsAdapter } from 'express-incoming-webhooks/adapters'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { newPost } from '../support/new-post.js'
import { usePostgres } from '../support/postgres.js'
import { sqliteAdapters } from '../../docs/examples/adapters/better-sqlite3.js'
import { FORGET_POSTS, SQLITE_CHAT_TABLES } from '../support/chat-tables.js'
import { pgAdapters } from '../../docs/examples/adapters/pg.js'
import SqliteDouble from './sqlite-double.js'
import { TABLES } from './under-test.js'

const PEOPLE =
  "INSERT INTO users (name) VALUES ('wanda'); INSERT INTO channels (name) VALUES ('a');"
const POSTS: readonly NewPost[] = ['1', '2', '3', '4'].map((message) =>
  newPost({ channelId: '1', userId: '1', message }),
)
// As a chat keeps the last messages of a channel.
const KEEP_TWO = `CREATE TRIGGER keep_two AFTER INSERT ON messages BEGIN
  DELETE FROM messages WHERE id <= NEW.id - 2;
END;`

describe('messages that the database deletes by itself', () => {
  const openSchema = usePostgres()

  it('are forgotten by one statement on PostgreSQL, and no other', async () => {
    const { pool, close } = await openSchema(TABLES)
    try {
      await pool.query(PEOPLE)
      const { posts } = pgAdapters(pool)
      const ids = await store(posts)
      await pool.query('DELETE FROM messages WHERE id IN (1, 2)')
      expect(await known(posts, ids)).to.deep.equal(['1', '2', '3', '4'])
      expect((await pool.query(FORGET_POSTS)).rowCount).to.equal(2)
      expect(await known(posts, ids)).to.deep.equal(['3', '4'])
    } finally {
      await close()
    }
  })

  it('are forgotten by one statement on SQLite, and no other', async () => {
    const db = new SqliteDouble()
    db.exec(SQLITE_CHAT_TABLES + sqlTables({ dialect: 'sqlite' }) + PEOPLE + KEEP_TWO)
    const { posts } = sqliteAdapters(db)
    const ids = await store(posts)
    expect(await known(posts, ids)).to.deep.equal(['1', '2', '3', '4'])
    db.exec(FORGET_POSTS)
    expect(await known(posts, ids)).to.deep.equal(['3', '4'])
    db.close()
  })
})

async function store(posts: PostsAdapter<'once' | 'incidents'>): Promise<readonly string[]> {
  const result = await posts.createBatch({ posts: [...POSTS] })
  return result.stored ? result.posts.map(({ id }) => id) : []
}

/** The texts of those that are still kept. */
async function known(
  posts: PostsAdapter<'once' | 'incidents'>,
  ids: readonly string[],
): Promise<readonly unknown[]> {
  const found = await Promise.all(ids.map(async (id) => posts.findById(id)))
  return found.filter((post) => post !== null).map(({ message }) => message)
}

import type { KeptPosts } from '../kept-posts.js'
import { jsonIn, type SqlDatabase, type SqlQuery } from './database.js'

/** Fewer than a statement may have parameters: 32,766 in SQLite. */
const MOST_IDS = 1000

export function sqlPosts(db: SqlDatabase): KeptPosts<SqlQuery> {
  const table = db.table('posts')
  return {
    find: async (id) => {
      const row = await db.row(`SELECT post FROM ${table} WHERE id = ?`, id)
      return row && jsonIn(row, 'post')
    },
    insert: async (query, posts) => {
      const places = posts.map(() => '(?, ?, ?)').join(', ')
      await db
        .within(query)
        .rows(
          `INSERT INTO ${table} (id, version, post) VALUES ${places} RETURNING id`,
          ...posts.flatMap((post) => [post.id, post.version ?? 0, JSON.stringify(post)]),
        )
    },
    replace: async (query, post, expectedVersion) => {
      const update = `UPDATE ${table} SET post = ?, version = ? WHERE id = ? AND version = ? RETURNING id`
      const version = post.version ?? 0
      const values = [JSON.stringify(post), version, post.id, expectedVersion]
      return (await db.within(query).row(update, ...values)) !== null
    },
    delete: async (ids) => {
      for (let at = 0; at < ids.length; at += MOST_IDS) {
        const some = ids.slice(at, at + MOST_IDS)
        const places = some.map(() => '?').join(', ')
        await db.rows(`DELETE FROM ${table} WHERE id IN (${places}) RETURNING id`, ...some)
      }
    },
  }
}

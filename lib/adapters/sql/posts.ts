import type { KeptPosts } from '../kept-posts.js'
import { jsonIn, type SqlDatabase, type SqlQuery } from './database.js'

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
      if (ids.length === 0) return
      const places = ids.map(() => '?').join(', ')
      await db.rows(`DELETE FROM ${table} WHERE id IN (${places}) RETURNING id`, ...ids)
    },
  }
}

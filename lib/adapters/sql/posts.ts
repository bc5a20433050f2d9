import type { KeptPosts } from '../kept-posts.js'
import { jsonIn } from '../stored-values.js'
import type { SqlDatabase, AnyQuery } from './database.js'

export function sqlPosts(db: SqlDatabase): KeptPosts<AnyQuery> {
  const { jsonPlace, isAmong, texts } = db.words
  const isOfSome = isAmong('id', texts)
  return {
    find: async (ids) => {
      if (ids.length === 0) return []
      const text = `SELECT post FROM {table}incoming_webhook_posts WHERE ${isOfSome}`
      return (await db.rows(text, listOf(ids))).map((row) => jsonIn(row, 'post'))
    },
    insert: async (query, posts) => {
      if (posts.length === 0) return
      const places = posts.map(() => `(?, ?, ${jsonPlace})`).join(', ')
      await db
        .within(query)
        .rows(
          `INSERT INTO {table}incoming_webhook_posts (id, version, post) VALUES ${places} RETURNING id`,
          ...posts.flatMap((post) => [post.id, post.version ?? 0, JSON.stringify(post)]),
        )
    },
    // In one order, in which changes and deletions of a post lock it.
    replace: async (query, post, expectedVersion, message) => {
      const update = `UPDATE {table}incoming_webhook_posts SET post = ${jsonPlace}, version = ? WHERE id = ? AND version = ? RETURNING id`
      const version = post.version ?? 0
      const values = [JSON.stringify(post), version, post.id, expectedVersion]
      if (!(await db.within(query).row(update, ...values))) return false
      await message()
      return true
    },
    delete: async (query, ids, message) => {
      if (ids.length > 0) {
        await db.within(query).delete('{table}incoming_webhook_posts', isOfSome, listOf(ids))
      }
      return message()
    },
  }
}

/**
 * Ids as a list in JSON, all of them texts: hosts without types may pass numbers, which equal no text.
 * PostgreSQL refuses half a surrogate pair in JSON, so it becomes U+FFFD, as it does in a value.
 */
function listOf(ids: readonly (string | number | bigint)[]) {
  return JSON.stringify(ids.map((id) => String(id).toWellFormed()))
}

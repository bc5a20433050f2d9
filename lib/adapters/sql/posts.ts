import type { KeptPosts } from '../kept-posts.js'
import { jsonIn } from '../stored-values.js'
import type { SqlDatabase, AnyQuery } from './database.js'

/** Fewer than a statement may have parameters: 32,766 in SQLite. */
const MOST_IDS = 1000

export function sqlPosts(db: SqlDatabase): KeptPosts<AnyQuery> {
  const { jsonPlace } = db.words
  return {
    find: async (ids) => {
      const found = []
      for (const some of inChunks(ids)) {
        const rows = await db.rows(
          `SELECT post FROM {table}incoming_webhook_posts WHERE id IN (${placesOf(some)})`,
          ...some,
        )
        found.push(rows.map((row) => jsonIn(row, 'post')))
      }
      return found.flat()
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
      const within = db.within(query)
      for (const some of inChunks(ids)) {
        await within.delete('{table}incoming_webhook_posts', `id IN (${placesOf(some)})`, ...some)
      }
      return message()
    },
  }
}

function* inChunks(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += MOST_IDS) yield ids.slice(at, at + MOST_IDS)
}

function placesOf(ids: readonly string[]): string {
  return ids.map(() => '?').join(', ')
}

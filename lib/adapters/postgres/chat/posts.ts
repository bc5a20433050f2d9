import { readBatch } from '../../../host/read-records.js'
import { isObject } from '../../../model/json.js'
import type { HookPost, StoredPost } from '../../../model/records.js'
import { sqlBatches } from '../../sql/batches.js'
import type { SqlDatabase } from '../../sql/database.js'
import { sqlIncidents } from '../../sql/incidents.js'
import type { BatchResult, PostBatch, PostsAdapter } from '../../types.js'
import { certainly } from '../certainly.js'
import type { PgQuery } from '../transactions.js'
import type { ChatTables } from './database.js'
import { deletePost } from './delete-post.js'
import { chatStatements, POST_COLUMNS, toPost } from './statements.js'
import { groupedAcrossChannels, groupedByChannel } from './grouped.js'
import { NO_CHANNEL, storeWithIncident } from './incidents.js'

/** Called with a channel and the times of the first and last post that were just committed in it. */
export type Tell = (channelId: string, from: number, to: number) => void

export interface ChatPostsParts {
  readonly query: PgQuery
  transaction<Result>(work: (query: PgQuery) => Promise<Result>): Promise<Result>
  readonly tables: ChatTables
  readonly db: SqlDatabase
  readonly clock: () => number
  readonly tell: Tell
}

/** The posts adapter of a chat, which can also delete posts. */
export type ChatPostsAdapter = PostsAdapter<'once' | 'threads' | 'incidents'> &
  Required<Pick<PostsAdapter, 'delete'>>

/** A batch of posts is one statement, or part of one, and so one transaction and one round trip. */
export function chatPosts(parts: ChatPostsParts): ChatPostsAdapter {
  const { query, tables, db, clock } = parts
  const incidents = sqlIncidents(db, clock)
  const statements = chatStatements(tables, clock)
  const findByIds = async (ids: readonly string[]): Promise<readonly HookPost[]> => {
    const text = `SELECT ${POST_COLUMNS} FROM ${tables.posts} WHERE id = ANY($1::text[])`
    const found = new Map((await query(text, [ids])).map(toPost).map((post) => [post.id, post]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
  const { findBatch } = sqlBatches(db, clock, async (kept) => {
    const batch = isObject(kept) ? kept : {}
    const { postIds } = batch
    const posts = await findByIds(Array.isArray(postIds) ? postIds.map(String) : [])
    return readBatch({ ...batch, posts })
  })
  const tellOf = (posts: readonly StoredPost[]): void => {
    const [first] = posts
    if (first) parts.tell(first.channelId, first.createAt, posts.at(-1)?.createAt ?? 0)
  }
  const storeGrouped = groupedByChannel(groupedAcrossChannels(statements, query))
  const storePosts = async ({ posts, once }: PostBatch): Promise<BatchResult | null> => {
    const stored = await (once ? statements.store(query, posts, once) : storeGrouped(posts))
    return stored && { stored: true, posts: stored }
  }
  const createBatch = async (batch: PostBatch): Promise<BatchResult> => {
    const { once, edit, incident } = batch
    const result = await (edit || incident
      ? storeWithIncident(batch, { ...parts, incidents, statements })
      : storePosts(batch))
    if (result?.stored) tellOf(result.posts)
    if (result) return result
    const earlier = once ? await findBatch(once.webhookId, once.key) : null
    if (earlier) return { stored: false, earlier }
    throw new Error(NO_CHANNEL)
  }
  return {
    createBatch: (batch) =>
      certainly(batch, { createBatch, findIncident: incidents.findIncident, find: findByIds }),
    findBatch,
    findIncident: incidents.findIncident,
    listIncidents: incidents.listIncidents,
    findById: async (id) => {
      const text = `SELECT ${POST_COLUMNS} FROM ${tables.posts} WHERE id = $1 AND delete_at = 0`
      const [row] = await query(text, [id])
      return row ? toPost(row) : null
    },
    update: (id, changes, expectedVersion) =>
      statements.edit(query, { id, changes, expectedVersion }),
    delete: (id) => parts.transaction((within) => deletePost(within, tables, id, clock())),
  }
}

import { readBatch } from '../../../host/read-records.js'
import { isObject } from '../../../model/json.js'
import type { HookPost, StoredPost } from '../../../model/records.js'
import { sqlBatches, sqlIncidents } from '../../sql/once.js'
import { numberIn } from '../../stored-values.js'
import { withPostId } from '../../../rules/stored-post.js'
import { storeOnce } from '../../once.js'
import type { BatchResult, IdempotencyRecord, PostBatch, PostsAdapter } from '../../types.js'
import { certainly } from '../certainly.js'
import type { PgQuery } from '../transactions.js'
import type { ChatParts } from './database.js'
import {
  chatStatements,
  type Committed,
  keptBatch,
  POST_COLUMNS,
  toPost,
  written,
  type WrittenPost,
} from './statements.js'
import { groupedAcrossChannels, groupedByChannel } from './grouped.js'

const NO_CHANNEL = 'the channel does not exist any more'

/** Called with posts that were just committed; `committed` is missing if they were part of a larger transaction. */
type Tell = (posts: readonly StoredPost[], committed?: Committed) => void

/** The posts adapter of a chat, which can also delete posts. */
export type ChatPostsAdapter = PostsAdapter<'once' | 'threads' | 'incidents'> &
  Required<Pick<PostsAdapter, 'delete'>>

/** A batch of posts is one statement, or part of one, and so one transaction and one round trip. */
export function chatPosts(parts: ChatParts, tell: Tell): ChatPostsAdapter {
  const { query, db, clock } = parts
  const incidents = sqlIncidents(db, clock)
  const statements = chatStatements(clock)
  const findByIds = async (ids: readonly string[]): Promise<readonly HookPost[]> => {
    const text = `SELECT ${POST_COLUMNS} FROM {table}chat_posts WHERE id = ANY($1::text[])`
    const found = new Map((await query(text, [ids])).map(toPost).map((post) => [post.id, post]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
  const keys = sqlBatches(db, clock, {
    write: keptBatch,
    read: async (kept) => {
      const batch = isObject(kept) ? kept : {}
      const { postIds } = batch
      const posts = await findByIds(Array.isArray(postIds) ? postIds.map(String) : [])
      return readBatch({ ...batch, posts })
    },
  })
  const told = (committed: Committed) => {
    tell(committed.posts, committed)
    return committed.posts
  }
  const storeAlone = async (posts: readonly WrittenPost[], once?: IdempotencyRecord) => {
    const committed = await statements.store(query, posts, once)
    return committed && told(committed)
  }
  const storeGrouped = groupedByChannel(
    groupedAcrossChannels(storeAlone, async (ofChannels) => {
      const committed = await statements.storeFree(query, ofChannels)
      return new Map([...committed].map(([channelId, each]) => [channelId, told(each)]))
    }),
  )
  const storePosts = async ({ posts: unwritten, once }: PostBatch): Promise<BatchResult> => {
    const posts = unwritten.map(written)
    const stored = await (once ? storeAlone(posts, once) : storeGrouped(posts))
    if (stored) return { stored: true, posts: stored }
    const earlier = once ? await keys.findBatch(once.webhookId, once.key) : null
    if (earlier) return { stored: false, earlier }
    throw new Error(NO_CHANNEL)
  }
  const storeWhole = storeOnce(keys, incidents)
  /** As one transaction, whose locks are in this order: key, incident, channel, post. */
  const storeWithIncident = async (batch: PostBatch) => {
    const { posts, edit, incident } = batch
    // Posts keep their ids, so that an incident need not be written again for that of its post.
    const whole = incident && { ...incident, incident: withPostId(incident.incident, posts) }
    const result = await parts.transaction((within) =>
      storeWhole(within, { ...batch, ...(whole && { incident: whole }) }, async () => {
        const edited = edit ? await statements.edit(within, edit) : null
        if (edit && !edited) return null
        if (posts.length === 0) return { posts: [], edited }
        const stored = await statements.store(within, posts.map(written))
        if (stored) return { posts: stored.posts, edited }
        throw new Error(NO_CHANNEL)
      }),
    )
    if (result.stored) tell(result.posts)
    return result
  }
  const createBatch = (batch: PostBatch): Promise<BatchResult> =>
    batch.edit || batch.incident ? storeWithIncident(batch) : storePosts(batch)
  return {
    createBatch: (batch) =>
      certainly(batch, { createBatch, findIncident: incidents.findIncident, find: findByIds }),
    findBatch: keys.findBatch,
    findIncident: incidents.findIncident,
    listIncidents: incidents.listIncidents,
    findById: async (id) => {
      const text = `SELECT ${POST_COLUMNS} FROM {table}chat_posts WHERE id = $1 AND delete_at = 0`
      const [row] = await query(text, [id])
      return row ? toPost(row) : null
    },
    update: (id, changes, expectedVersion) =>
      statements.edit(query, { id, changes, expectedVersion }),
    delete: (id) => parts.transaction((within) => deletePost(within, id, clock())),
  }
}

/**
 * Deletes a post and the replies to it. Their rows stay, without content, because clients ask what was
 * changed since a time. Runs in a transaction. False if there is no such post.
 */
async function deletePost(query: PgQuery, id: string, now: number) {
  // Its lock keeps new replies out, and no change of the channel gets the same time.
  const turn = `UPDATE {table}chat_channels SET last_at = greatest(last_at + 1, $2)
    WHERE id = (SELECT channel_id FROM {table}chat_posts WHERE id = $1 AND delete_at = 0)
    RETURNING last_at`
  const [row] = await query(turn, [id, now])
  if (!row) return false
  const at = numberIn(row, 'last_at')
  const empty = `UPDATE {table}chat_posts SET message = '', type = '', props = '{}', priority = NULL,
    mentioned = '{}', channel_wide = NULL, edit_at = 0, delete_at = $2, update_at = $2`
  const gone = await query(`${empty} WHERE id = $1 AND delete_at = 0 RETURNING id`, [id, at])
  if (gone.length === 0) return false
  await query(`${empty} WHERE root_id = $1 AND root_id <> '' AND delete_at = 0`, [id, at])
  return true
}

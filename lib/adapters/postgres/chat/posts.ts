import { readBatch } from '../../../host/read-records.js'
import { isObject } from '../../../model/json.js'
import type { HookPost, StoredPost } from '../../../model/records.js'
import { sqlBatches, sqlIncidents } from '../../sql/once.js'
import { numberIn } from '../../stored-values.js'
import { withPostId } from '../../../rules/stored-post.js'
import { storeOnce } from '../../once.js'
import type { BatchResult, PostBatch, PostsAdapter } from '../../types.js'
import { certainly } from '../certainly.js'
import type { PgQuery } from '../transactions.js'
import type { ChatParts } from './database.js'
import { chatStatements, keptBatch, POST_COLUMNS, toPost } from './statements.js'
import { groupedAcrossChannels, groupedByChannel } from './grouped.js'

const NO_CHANNEL = 'the channel does not exist any more'

/** Called with a channel and the times of the first and last post that were just committed in it. */
type Tell = (channelId: string, from: number, to: number) => void

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
  const tellOf = (posts: readonly StoredPost[]) => {
    const [first] = posts
    if (first) tell(first.channelId, first.createAt, posts.at(-1)?.createAt ?? 0)
  }
  const storeGrouped = groupedByChannel(groupedAcrossChannels(statements, query))
  const storePosts = async ({ posts, once }: PostBatch): Promise<BatchResult> => {
    const stored = await (once ? statements.store(query, posts, once) : storeGrouped(posts))
    if (stored) return { stored: true, posts: stored }
    const earlier = once ? await keys.findBatch(once.webhookId, once.key) : null
    if (earlier) return { stored: false, earlier }
    throw new Error(NO_CHANNEL)
  }
  const storeWhole = storeOnce(keys, incidents)
  /** As one transaction, whose locks are in this order: key, incident, channel, post. */
  const storeWithIncident = (batch: PostBatch) => {
    const { posts, edit, incident } = batch
    // Posts keep their ids, so that an incident need not be written again for that of its post.
    const whole = incident && { ...incident, incident: withPostId(incident.incident, posts) }
    return parts.transaction((within) =>
      storeWhole(within, { ...batch, ...(whole && { incident: whole }) }, async () => {
        const edited = edit ? await statements.edit(within, edit) : null
        if (edit && !edited) return null
        const stored = posts.length === 0 ? [] : await statements.store(within, posts)
        if (stored) return { posts: stored, edited }
        throw new Error(NO_CHANNEL)
      }),
    )
  }
  const createBatch = async (batch: PostBatch): Promise<BatchResult> => {
    const result = await (batch.edit || batch.incident
      ? storeWithIncident(batch)
      : storePosts(batch))
    if (result.stored) tellOf(result.posts)
    return result
  }
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

import type { HookLog } from 'express-incoming-webhooks'
import type { ChatPosts, ChatStore } from '../chat-store.js'
import { warning } from '../errors.js'
import { allOf } from '../memory/post-reader.js'
import type { StoredPost } from '../memory/rows.js'
import { AUTHORS_FROM, latestAuthors, type Replies } from '../memory/timeline.js'
import { newPost } from '../posts.js'
import { storable } from '../storable.js'
import { type Database, numberIn, POST_COLUMNS, textIn, textsIn, toPost } from './database.js'
import { postgresLists } from './pages.js'
import { searchPosts } from './search.js'

export function postgresPosts(
  database: Database,
  { markViewed }: Pick<ChatStore, 'markViewed'>,
  log: HookLog,
): ChatPosts {
  const { adapters, query, transaction, clock } = database
  const lists = postgresLists(database)
  const byId = async (id: string, run = query) => {
    const post = await findPost(run, id)
    return post?.deleteAt === undefined ? post : null
  }
  return {
    create: async (personal) => {
      const post = newPost({ ...personal, message: storable(personal.message) })
      const { channelId, userId } = post
      const result = await adapters.posts.createBatch({ posts: [post] })
      const [stored] = result.stored ? result.posts : []
      if (!stored) throw new Error('no post was stored')
      // The post is stored: a failure would make the client send it again.
      await markViewed(userId, channelId).catch(
        warning(log, 'A channel could not be marked as read'),
      )
      const { createAt, updateAt } = stored
      return { ...post, createAt, updateAt, version: 0 }
    },
    edit: (id, message) =>
      transaction(async (run) => {
        const at = await tick(run, id, clock)
        const [changed] = await run(
          `UPDATE chat_posts SET message = $2, update_at = greatest($3, update_at + 1),
             edit_at = greatest($3, update_at + 1), version = version + 1
           WHERE id = $1 AND delete_at = 0 AND message <> $2 RETURNING ${POST_COLUMNS}`,
          [id, storable(message), at],
        )
        return changed ? toPost(changed) : byId(id, run)
      }),
    delete: async (id) => adapters.posts.delete(id),
    byId: (id) => byId(id),
    ...lists,
    search: (search) => searchPosts(database, search),
    page: async (channelId, wanted) => allOf(await lists.list(channelId, wanted)),
    replies: async (rootIds) => {
      if (rootIds.length === 0) return new Map()
      const rows = await query(REPLIES, [rootIds])
      return new Map(rows.map((row) => [textIn(row, 'id'), toReplies(row)]))
    },
  }
}

/** Also what remains of a deleted post. */
export async function findPost(query: Database['query'], id: string): Promise<StoredPost | null> {
  const [row] = await query(`SELECT ${POST_COLUMNS} FROM chat_posts WHERE id = $1`, [id])
  return row ? toPost(row) : null
}

/**
 * Locks the channel of a post and returns the time of the next change in it, which is later than all
 * before: clients ask for what was changed since the last they know. Null for an unknown post.
 */
async function tick(run: Database['query'], postId: string, clock: () => number) {
  const [row] = await run(
    `UPDATE chat_channels SET last_at = greatest(last_at + 1, $2)
     WHERE id = (SELECT channel_id FROM chat_posts WHERE id = $1) RETURNING last_at`,
    [postId, clock()],
  )
  return row ? numberIn(row, 'last_at') : null
}

const OF_ROOT = `root_id = root.id AND root_id <> '' AND delete_at = 0`
const REPLIES = `SELECT root.id, counted.replies, counted.last_at, latest.user_ids,
    latest.webhook_ids
  FROM unnest($1::text[]) AS root (id)
  CROSS JOIN LATERAL (SELECT count(*) AS replies, max(create_at) AS last_at
    FROM chat_posts WHERE ${OF_ROOT}) AS counted
  CROSS JOIN LATERAL (SELECT array_agg(user_id ORDER BY create_at DESC) AS user_ids,
      array_agg(webhook_id ORDER BY create_at DESC) AS webhook_ids
    FROM (SELECT user_id, webhook_id, create_at FROM chat_posts WHERE ${OF_ROOT}
      ORDER BY create_at DESC LIMIT ${AUTHORS_FROM}) AS latest) AS latest
  WHERE counted.replies > 0`

function toReplies(row: object): Replies {
  const webhookIds = textsIn(row, 'webhook_ids')
  return {
    count: numberIn(row, 'replies'),
    lastAt: numberIn(row, 'last_at'),
    authors: latestAuthors(
      textsIn(row, 'user_ids').map((userId, at) => ({ userId, webhookId: webhookIds[at] ?? '' })),
    ),
  }
}

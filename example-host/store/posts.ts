import type {
  BatchResult,
  NewPost,
  Once,
  Post,
  PostBatch,
  PostsAdapter,
  StoredBatch,
} from 'express-incoming-webhooks'
import type { ChatPosts } from './chat-store.js'
import { createId } from './ids.js'
import { withoutContent } from './memory/deleted-post.js'
import { pairKey, type BatchRow, type View } from './memory/rows.js'
import type { Writer } from './writer.js'

export function postsAdapter(writer: Writer): PostsAdapter {
  const { tables, timeline } = writer.model
  /** Commits under way, by idempotency key. They resolve when the commit has ended, well or not. */
  const pending = new Map<string, Promise<unknown>>()

  const findBatch = (webhookId: string, key: string): StoredBatch | null => {
    const row = tables.batches.get(pairKey(webhookId, key))
    if (!row || row.expiresAt <= writer.clock()) return null
    const { fingerprint, warnings, ignored = [], postIds } = row
    return { fingerprint, warnings, ignored, posts: postIds.map(writer.post) }
  }
  const createOnce = async (batch: PostBatch, once: Once): Promise<BatchResult> => {
    const name = pairKey(once.webhookId, once.key)
    // Of several that wait, the first to go on is pending again.
    for (let running = pending.get(name); running; running = pending.get(name)) await running
    const earlier = findBatch(once.webhookId, once.key)
    if (earlier) return { stored: false, earlier }
    const commit = store(writer, batch.posts, once)
    const settled = commit.then(
      () => pending.delete(name),
      () => pending.delete(name),
    )
    pending.set(name, settled)
    return { stored: true, posts: await commit }
  }
  return {
    newIds: (count) => Array.from({ length: count }, createId),
    createBatch: async (batch) =>
      batch.once
        ? createOnce(batch, batch.once)
        : { stored: true, posts: await store(writer, batch.posts) },
    findBatch,
    findById: (id) => timeline.byId(id),
    update: async (id, changes, expectedVersion) =>
      writer.exclusive(async () => {
        const post = timeline.byId(id)
        if (!post || versionOf(post) !== expectedVersion) return null
        await writer.commit({ posts: [{ ...post, ...changes, updateAt: writer.tick() }] })
        return writer.post(id)
      }),
  }
}

export function chatPosts(writer: Writer): ChatPosts {
  const { timeline } = writer.model
  return {
    create: async ({ channelId, userId, message, rootId = '', props = {}, mentions }) => {
      const post = toPost(writer, {
        id: createId(),
        channelId,
        userId,
        webhookId: '',
        rootId,
        message,
        type: '',
        props,
        priority: null,
        mentions: mentions ?? { userIds: [], channelWide: null },
      })
      const view: View = { channelId, userId, viewedAt: post.createAt }
      await writer.commit({ posts: [post], put: { views: [view] } })
      return writer.post(post.id)
    },
    edit: async (id, message) =>
      writer.exclusive(async () => {
        const post = timeline.byId(id)
        if (!post || post.message === message) return post
        const at = writer.tick()
        const version = versionOf(post) + 1
        await writer.commit({ posts: [{ ...post, message, updateAt: at, editAt: at, version }] })
        return writer.post(id)
      }),
    delete: async (id) =>
      writer.exclusive(async () => {
        const post = timeline.byId(id)
        if (!post) return false
        await writer.commit({ posts: [withoutContent(post, writer.tick())] })
        return true
      }),
    byId: (id) => timeline.byId(id),
    page: (channelId, query = {}) => timeline.page(channelId, query),
    thread: (rootId) => timeline.thread(rootId),
    replies: (rootIds) =>
      new Map(
        rootIds.flatMap((id) => {
          const replies = timeline.replies(id)
          return replies.count === 0 ? [] : [[id, replies]]
        }),
      ),
  }
}

// One commit, so that all posts are stored or none, and their key with them. Nothing is awaited
// before it: posts reach the journal in the order of the times that `tick` gives out.
async function store(
  writer: Writer,
  posts: readonly NewPost[],
  once?: Once,
): Promise<readonly Post[]> {
  const postIds = posts.map((post) => post.id)
  await writer.commit({
    posts: posts.map((post) => toPost(writer, post)),
    ...(once && { put: { batches: [toRow(once, postIds)] } }),
  })
  return postIds.map(writer.post)
}

function toRow(once: Once, postIds: readonly string[]): BatchRow {
  const { webhookId, key, fingerprint, expiresAt, warnings, ignored } = once
  return { webhookId, key, fingerprint, expiresAt, warnings, ignored, postIds }
}

function toPost(writer: Writer, post: NewPost): Post {
  const createAt = writer.tick()
  return { ...post, createAt, updateAt: createAt }
}

function versionOf({ version = 0 }: Post): number {
  return version
}

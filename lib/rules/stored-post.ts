import type { NewPost, HookPost } from '../model/records.js'

/** A new post as a store keeps it. Nothing else that a caller may have put into it counts. */
export function storedPost(post: NewPost, createAt: number): HookPost {
  return {
    id: post.id,
    channelId: post.channelId,
    userId: post.userId,
    webhookId: post.webhookId,
    rootId: post.rootId,
    message: post.message,
    type: post.type,
    props: post.props,
    priority: post.priority,
    mentions: post.mentions,
    createAt,
    updateAt: createAt,
    version: 0,
  }
}

/** A stored post after a change; its `updateAt` rises whatever the clock does. */
export function changedPost(post: HookPost, changes: Partial<NewPost>, now: number): HookPost {
  return { ...post, ...changes, updateAt: Math.max(now, post.updateAt + 1) }
}

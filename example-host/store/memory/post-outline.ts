import type { StoredPost } from './rows.js'

/** What lists and counts need of a post. */
export interface PostOutline extends Pick<
  StoredPost,
  'id' | 'channelId' | 'userId' | 'rootId' | 'createAt' | 'updateAt' | 'mentions'
> {
  /** Undefined where an index of version 0.9 does not say. */
  readonly webhookId: string | undefined
  /** Undefined while the post is there. */
  readonly deleteAt?: number | undefined
}

export function outlineOf(post: StoredPost): PostOutline {
  const { id, channelId, userId, webhookId, rootId, createAt, updateAt, mentions, deleteAt } = post
  return { id, channelId, userId, webhookId, rootId, createAt, updateAt, mentions, deleteAt }
}

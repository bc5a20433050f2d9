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

/**
 * A post that was deleted at this time: ids and times, no content. It keeps its place, because a
 * segment holds its posts for ever and a repeated request is answered with the ids of the first one.
 */
export function withoutContent(post: StoredPost, at: number): StoredPost {
  const { id, channelId, userId, webhookId, rootId, createAt } = post
  return {
    id,
    channelId,
    userId,
    webhookId,
    rootId,
    createAt,
    message: '',
    type: '',
    props: {},
    priority: null,
    mentions: { userIds: [], channelWide: null },
    updateAt: at,
    deleteAt: at,
  }
}

export function isDeleted({ deleteAt }: Pick<PostOutline, 'deleteAt'>): boolean {
  return deleteAt !== undefined
}

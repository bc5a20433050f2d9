import type { PostOutline } from './post-outline.js'
import type { StoredPost } from './rows.js'

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

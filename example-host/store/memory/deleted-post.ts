import type { StoredPost } from './rows.js'

/**
 * What remains of a post that was deleted at this time: ids and times, no content. The row stays,
 * because a segment holds its posts for ever and a repeated request is answered with the first ids.
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

export function isDeleted({ deleteAt }: StoredPost): boolean {
  return deleteAt !== undefined
}

import type { HookPost, NewPost } from '../model/records.js'
import { isJsonObject } from '../model/json.js'
import type { HookIncident } from '../model/incidents.js'

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

/**
 * Writes the id of a message's first post into a post of several parts. Posts arrive with it. Stores
 * call this only if their database assigns ids itself: reserve the first id beforehand, or write the
 * first post and then update it.
 */
export function withFirstId<T extends NewPost>(post: T, firstId: string): T {
  const part = post.props['webhook_part']
  if (!isJsonObject(part)) return post
  return { ...post, props: { ...post.props, webhook_part: { ...part, first_id: firstId } } }
}

/**
 * The incident of a batch with the id of the post that shows it: that of the first post of the batch, as
 * it was stored, if the incident has none yet. For the guarantee `incidents`.
 */
export function withPostId(
  incident: HookIncident,
  [first]: readonly Pick<NewPost, 'id'>[],
): HookIncident {
  return { ...incident, postId: incident.postId || (first?.id ?? '') }
}

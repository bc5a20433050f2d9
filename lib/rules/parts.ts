import { isJsonObject } from '../model/json.js'
import type { NewPost } from '../model/records.js'
import type { HookIncident } from '../model/incidents.js'

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

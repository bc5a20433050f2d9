import { isJsonObject } from '../model/json.js'
import type { NewPost } from '../model/records.js'

/**
 * Writes the id of a message's first post into a post of several parts (contract, section 6). Only
 * the store knows ids: it calls this for each post of a batch before it writes them. A database that
 * gives ids by itself can tell the next one, or write the first post and then correct it.
 */
export function withFirstId<T extends NewPost>(post: T, firstId: string): T {
  const part = post.props['webhook_part']
  if (!isJsonObject(part)) return post
  return { ...post, props: { ...post.props, webhook_part: { ...part, first_id: firstId } } }
}

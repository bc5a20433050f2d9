import type { PostChanges } from '../adapters/types.js'
import type { CheckedDelivery } from '../host/checked.js'
import type { HookPost } from '../model/records.js'

/** Makes the changes to a version of a post. Throws if nothing would be left to show. */
export type Change = (post: HookPost) => Omit<PostChanges, 'version'>

/**
 * Changes a post as it is now: somebody may press a button of it, or edit it, at the same time, after which
 * `again` finds it. Null if it is gone, or has been changed as often as it was tried.
 */
export async function changePost(
  update: NonNullable<CheckedDelivery['posts']['update']>,
  change: Change,
  found: HookPost,
  again: () => Promise<HookPost | null>,
  tries: number,
): Promise<HookPost | null> {
  let post: HookPost | null = found
  for (let left = tries; post && left > 0; left -= 1) {
    const { version = 0 } = post
    const saved = await update(post.id, { ...change(post), version: version + 1 }, version)
    if (saved) return saved
    post = await again()
  }
  return null
}

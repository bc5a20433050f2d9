import { isOnDayOf } from 'express-incoming-webhooks-ui/times'
import type { Post } from '../api/shapes.js'
import type { ChatState, Feed } from '../state/model.js'
import { isBy } from '../state/names.js'

const GROUP_MS = 5 * 60_000

/** A row of a feed: a post and the separators above it. */
export interface Row {
  readonly post: Post
  /** The first of its day. */
  readonly newDay: boolean
  /** The first unread post. */
  readonly firstNew: boolean
  /** By the same author as the previous post, and shortly after it. */
  readonly same: boolean
}

export function rowsOf(
  { order, readUntil }: Pick<Feed, 'order' | 'readUntil'>,
  posts: ChatState['posts'],
  me: ChatState['me'],
): readonly Row[] {
  const rows: Row[] = []
  let before: Post | null = null
  let marked = false
  for (const id of order) {
    const post = posts.get(id)
    if (!post) continue
    const newDay = before === null || !isOnDayOf(before.createAt, post.createAt)
    const isNew = post.createAt > readUntil && !isBy(post, me)
    const firstNew = isNew && !marked && rows.length > 0
    marked ||= isNew
    const same = !newDay && !firstNew && before !== null && isSame(before, post)
    rows.push({ post, newDay, firstNew, same })
    before = post
  }
  return rows
}

const IDENTITY = [
  'from_webhook',
  'override_username',
  'override_icon_url',
  'override_icon_emoji',
  'webhook_display_name',
]

function isSame(before: Post, post: Post): boolean {
  if (before.userId !== post.userId || post.priority !== '') return false
  // The button for its card is in the head, which grouped messages do not have.
  if (post.card !== '') return false
  if (post.createAt - before.createAt >= GROUP_MS) return false
  return IDENTITY.every((name) => before.props[name] === post.props[name])
}

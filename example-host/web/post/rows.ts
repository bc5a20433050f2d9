import { isOnDayOf } from 'express-incoming-webhooks-ui/times'
import type { Post } from '../api/shapes.js'
import type { ChatState, Feed } from '../state/model.js'
import { isBy } from '../state/names.js'

const GROUP_MS = 5 * 60_000

/** A row of a feed: a post and the separators above it. */
export type Row = ReturnType<typeof rowsOf>[number]

export function rowsOf(
  { order, readUntil }: Pick<Feed, 'order' | 'readUntil'>,
  posts: ChatState['posts'],
  me: ChatState['me'],
) {
  const shown = order.map((id) => posts.get(id)).filter((post) => post !== undefined)
  const isNew = (post: Post): boolean => post.createAt > readUntil && !isBy(post, me)
  const first = shown.findIndex(isNew)
  return shown.map((post, index) => {
    const before = shown[index - 1]
    /** The first of its day. */
    const newDay = !before || !isOnDayOf(before.createAt, post.createAt)
    /** The first unread post. */
    const firstNew = index > 0 && index === first
    /** By the same author as the previous post, and shortly after it. */
    const same = !newDay && !firstNew && isSame(before, post)
    return { post, newDay, firstNew, same }
  })
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

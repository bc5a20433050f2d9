import { isOnDayOf } from 'express-incoming-webhooks-ui/times'
import { listOf, memberOf, numberOf } from 'express-incoming-webhooks-ui/wire'
import type { Post } from '../api/shapes.js'
import type { ChatState, Feed } from '../state/store.js'
import { isBy } from '../state/names.js'
import { toldBy } from '../state/told.js'

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
  /** Whether it only tells that the incident of its thread has changed. */
  readonly isChange: boolean
}

/** `earlier`: the rows that are shown. They keep their heads when older posts come above them. */
export function rowsOf(
  { order, readUntil }: Pick<Feed, 'order' | 'readUntil'>,
  posts: ChatState['posts'],
  me: ChatState['me'],
  earlier: readonly Row[] = [],
): readonly Row[] {
  const wereSame = new Map(earlier.map(({ post, same }) => [post.id, same]))
  const shown = order.map((id) => posts.get(id)).filter((post) => post !== undefined)
  const isNew = (post: Post): boolean => post.createAt > readUntil && !isBy(post, me)
  const first = shown.findIndex(isNew)
  let length = 0
  return shown.map((post, index) => {
    const before = shown[index - 1]
    const newDay = !before || !isOnDayOf(before.createAt, post.createAt)
    const firstNew = index > 0 && index === first
    const isFull = !(wereSame.get(post.id) ?? length < MOST_IN_GROUP)
    const same = !newDay && !firstNew && isSame(before, post, isFull)
    length = same ? length + 1 : 1
    const isChange = post.rootId !== '' && toldBy(post, posts.get(post.rootId)) !== null
    return { post, newDay, firstNew, same: same && !isChange, isChange }
  })
}

const IDENTITY = [
  'from_webhook',
  'override_username',
  'override_icon_url',
  'override_icon_emoji',
  'webhook_display_name',
]

/** After so many, author and time are said again. */
const MOST_IN_GROUP = 5

function isSame(before: Post, post: Post, isFull: boolean): boolean {
  if (before.userId !== post.userId || post.priority !== '') return false
  // Replies follow the line that counts them.
  if (before.rootId !== post.rootId) return false
  if (!isContinued(post) && (isFull || isCard(post))) return false
  // The button for its card is in the head, which grouped messages do not have.
  if (post.card !== '') return false
  if (post.createAt - before.createAt >= GROUP_MS) return false
  return IDENTITY.every((name) => before.props[name] === post.props[name])
}

/** Whether it is the second post of a message, or a later one. */
function isContinued({ props }: Post): boolean {
  return numberOf(memberOf(props, 'webhook_part'), 'index') > 0
}

function isCard({ type, props }: Post): boolean {
  return type !== '' || 'webhook_incident' in props || listOf(props['attachments']).length > 0
}

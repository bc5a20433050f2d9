import { isInYearOf, isOnDayOf } from 'express-incoming-webhooks-ui/times'
import { listOf, memberOf, numberOf } from 'express-incoming-webhooks-ui/wire'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { Face, Line, Skeleton, useLate } from 'express-incoming-webhooks-ui/skeleton'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { type ChatState, type Feed, useChat } from '../state/store.js'
import { isBy } from '../state/names.js'
import { toldBy } from '../state/told.js'
import { onPostKey, PendingView, PostView } from '../post/post-view.jsx'
import { loadMore } from '../state/feeds.js'
import { useFeedScroll } from './use-feed-scroll.js'

const GROUP_MS = 5 * 60_000

/** A row of a feed: a post and the separators above it. */
interface Row {
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
function rowsOf(
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

/** `Today`, `Yesterday`, `Tuesday, 3 March`. */
export function dayName(at: number, now = Date.now()): string {
  if (isOnDayOf(at, now)) return 'Today'
  if (isOnDayOf(at, now, -1)) return 'Yesterday'
  return new Date(at).toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: isInYearOf(at, now) ? undefined : 'numeric',
  })
}

interface FeedViewProps {
  /** A channel's or a thread's. */
  readonly id: string
  readonly channelId: string
  readonly label: string
  readonly feed: Feed
  /** The post to begin at, or ''. */
  readonly target?: string
  /** Content to show if there are no messages. */
  readonly placeholder: ComponentChildren
}

export function FeedView(props: FeedViewProps) {
  const { id, channelId, label, feed, target = '', placeholder } = props
  const isThread = id !== channelId
  const { posts, me, ...state } = useChat('posts', 'me', 'pending')
  const pending = state.pending.filter(
    (each) => each.channelId === channelId && each.rootId === (isThread ? id : ''),
  )
  const shown = useRef<readonly Row[]>([])
  const rows = useMemo(
    () => (shown.current = rowsOf(feed, posts, me, shown.current)),
    [feed.order, feed.readUntil, posts, me],
  )
  const isEmpty = rows.length + pending.length === 0
  const key = `${id} ${feed.status}`
  const scroll = useFeedScroll({
    key,
    shown: [rows, pending.length],
    target,
    sticks: !feed.hasNewer,
    oldest: feed.loading === 'older' ? '' : (rows[0]?.post.id ?? ''),
    onMore: (side) => void loadMore(id, side),
  })
  const news = useNews(key, rows, scroll.atEnd && !feed.hasNewer)
  return (
    <div class="feedwrap">
      <div
        class={isThread ? 'feed' : 'feed feed--end'}
        tabIndex={0}
        role="region"
        aria-label={label}
        ref={scroll.feed}
        onKeyDown={onPostKey}
      >
        {!isThread && <h2 class="vh">Messages</h2>}
        {feed.status === 'loading' && <FeedSkeleton />}
        {feed.status !== 'loading' && isEmpty && placeholder}
        <ol class="feed__list" ref={scroll.list} hidden={isEmpty}>
          {feed.loading === 'older' && (
            <li class="older">
              <span class="spin" aria-hidden="true" />
              Loading older messages
            </li>
          )}
          {rows.map((row, index) => (
            <FeedRow key={row.post.id} row={row} isThread={isThread} index={index} />
          ))}
          {pending.map((each) => (
            <li key={each.key}>
              <PendingView pending={each} />
            </li>
          ))}
        </ol>
      </div>
      {news > 0 && (
        <button type="button" class="btn btn--small jumpdown" onClick={scroll.toEnd}>
          {countText(news, 'new message')} <Icon name="down" />
        </button>
      )}
    </div>
  )
}

function FeedRow({ row, isThread, index }: { row: Row; isThread: boolean; index: number }) {
  const { post, newDay, firstNew, same, isChange } = row
  // Memoised, so that older posts that come above do not render all others again.
  const view = useMemo(
    () => <PostView post={post} same={same} isChange={isChange} inThread={isThread} />,
    [post, same, isChange, isThread],
  )
  const { count } = post.replies
  return (
    <>
      {newDay && !isThread && (
        <li class="day">
          <span>{dayName(post.createAt)}</span>
        </li>
      )}
      {firstNew && !isThread && (
        <li class="newline">
          <span>New messages</span>
        </li>
      )}
      <li>{view}</li>
      {isThread && index === 0 && (
        <li class="day">
          <span>{count === 0 ? 'No replies yet' : countText(count, 'reply', 'replies')}</span>
        </li>
      )}
    </>
  )
}

/** The number of new messages below. */
function useNews(key: string, rows: readonly Row[], atEnd: boolean): number {
  const last = rows.at(-1)?.post.createAt ?? 0
  const seen = useRef({ key, last })
  const [, drawAgain] = useState(0)
  if (seen.current.key !== key) seen.current = { key, last }
  useEffect(() => {
    if (!atEnd) return
    seen.current = { key, last }
    drawAgain((count) => count + 1)
  }, [atEnd, key, last])
  if (atEnd) return 0
  return rows.filter(({ post }) => post.createAt > seen.current.last).length
}

const WIDTHS = [60, 80, 45, 80] as const

function FeedSkeleton() {
  const late = useLate()
  if (!late) return null
  return (
    <Skeleton label="Loading messages">
      {WIDTHS.map((width, index) => (
        <div key={index} class="post">
          <Face />
          <div class="stack">
            <Line width={30} />
            <Line width={width} />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}

import { PersonAvatar, WebhookAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { longTime, timeOfDay } from 'express-incoming-webhooks-ui/times'
import { useEffect, useRef } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { incidentOf } from '../state/incidents.js'
import { type Author, authorOf, mentionsMe } from '../state/names.js'
import { showThread } from '../state/places.js'
import { discard, sendAgain, showAside } from '../state/posts.js'
import { type Pending, store, useChat, useChatState } from '../state/store.js'
import { beginningOf } from '../text/words.jsx'
import { MarkdownText, ShownPost } from '../text/markdown-text.jsx'
import { Avatar, EditForm, mayEdit, PostHead, PostTools } from './post-head.jsx'
import { Body, Change, PostBoundary } from './body.jsx'

interface PostViewProps {
  readonly post: Post
  readonly same: boolean
  /** Whether it only tells that the incident of its thread has changed. */
  readonly isChange: boolean
  /** Whether it is shown in its thread, perhaps beside the channel with it. */
  readonly inThread: boolean
}

export function PostView({ post, same, isChange, inThread }: PostViewProps) {
  const { users, me } = useChat('users', 'me')
  const id = `${inThread ? 't' : 'c'}-${post.id}`
  const isTarget = useChatState(({ place }) => place.markedId === post.id)
  const article = useRef<HTMLElement>(null)
  // Readers of a permalink begin at its message.
  useEffect(() => {
    if (isTarget) article.current?.focus({ preventScroll: true })
  }, [isTarget])
  const isEdited = useChatState(({ editing }) => editing === id)
  const author = authorOf(post, { users, me })
  const beginning = beginningOf(post)
  const classes = ['post', same ? 'post--same' : '']
  if (author.isHook) classes.push('post--hook')
  if (isChange) classes.push('post--change')
  if (isTarget) classes.push('post--target')
  if (mentionsMe(post, { users, me })) classes.push('post--mention')
  return (
    <article
      class={classes.join(' ')}
      id={id}
      aria-label={nameOf(post, author, beginning)}
      tabIndex={-1}
      data-post={post.id}
      ref={article}
    >
      {same ? (
        <span class="post__gutter" aria-hidden="true">
          {timeOfDay(post.createAt)}
        </span>
      ) : (
        <Avatar author={author} size={isChange ? 'small' : 'normal'} />
      )}
      <div class="post__main">
        {same ? (
          <span class="vh">
            {[author.name, author.hookName].join(' ').trim()}, continued, {timeOfDay(post.createAt)}
          </span>
        ) : (
          <PostHead post={post} author={author} />
        )}
        {isEdited ? (
          <EditForm post={post} name={id} />
        ) : (
          <PostBoundary text={post.message}>
            <ShownPost value={{ id: post.id, beginning, isTarget }}>
              {isChange ? <Change post={post} /> : <Body post={post} />}
            </ShownPost>
          </PostBoundary>
        )}
        <Aside postId={post.id} />
        {!inThread && post.replies.count > 0 && <RepliesLink post={post} author={author} />}
      </div>
      {!isEdited && <PostTools post={post} author={author} inThread={inThread} name={id} />}
    </article>
  )
}

/** `Backups (bot): Resolved, The backup of db-1 is done, 09:44`. */
function nameOf(post: Post, { ownName, isHook }: Author, beginning: string): string {
  const incident = incidentOf(post)
  const what = incident ? [incident.word, incident.title || beginning] : [beginning]
  const said = [...what, timeOfDay(post.createAt)].filter((text) => text !== '')
  return `${ownName}${isHook ? ' (bot)' : ''}: ${said.join(', ')}`
}

type FeedKey = KeyboardEvent & { readonly currentTarget: HTMLElement }

/** Arrows, J and K move the focus between posts; R replies, E edits. */
export function onPostKey(event: FeedKey): void {
  const { target, key, currentTarget } = event
  if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return
  const post = target.closest('[data-post]')
  if (target !== post && target !== currentTarget) return
  const step = /^(?:j|ArrowDown)$/i.test(key) ? 1 : /^(?:k|ArrowUp)$/i.test(key) ? -1 : 0
  if (step !== 0) {
    // Letters work only on a post, but arrows can also enter the list.
    if (!post && key.length === 1) return
    focusPost(currentTarget, post, step)
  } else if (!post || !actOn(post, key.toLowerCase())) return
  event.preventDefault()
}

/** Returns whether the key does something with the post. */
function actOn(article: Element, key: string): boolean {
  const id = article.getAttribute('data-post') ?? ''
  const { posts, me } = store.get()
  const post = posts.get(id)
  if (key === 'r') showThread(post?.rootId || id)
  else if (key === 'e' && post && mayEdit(post, me)) {
    store.set({ editing: article.id })
  } else return false
  return true
}

export function focusPost(feed: Element, from: Element | null, step: 1 | -1): void {
  const posts = [...feed.querySelectorAll<HTMLElement>('[data-post]')]
  const at = from ? posts.findIndex((each) => each === from) : posts.length
  const next = posts[from ? at + step : posts.length - 1]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** A text that only the reader sees, below its post. */
function Aside({ postId }: { readonly postId: string }) {
  const message = useChatState(({ asides }) => asides.get(postId)) ?? ''
  if (message === '') return null
  return (
    <div class="mt-3" role="status">
      <p class="only-you">
        <Icon name="eye" size="small" />
        Only visible to you
        <button
          type="button"
          class="btn btn--link btn--small"
          onClick={() => showAside(postId, '')}
        >
          Dismiss
        </button>
      </p>
      <div class="md">
        <MarkdownText text={message} />
      </div>
    </div>
  )
}

/** `2 replies  last reply today at 09:39`, with the avatars of the authors. */
function RepliesLink({ post, author }: { readonly post: Post; readonly author: Author }) {
  const { users } = useChat('users')
  const { count, lastAt, authors } = post.replies
  return (
    <div class="post__foot">
      <button type="button" class="replies" onClick={() => showThread(post.id)}>
        <span class="replies__faces">
          {authors.map(({ userId, webhookId }) => {
            const key = webhookId || userId
            const name = users.get(userId)?.username ?? '?'
            if (webhookId === '') return <PersonAvatar key={key} name={name} size="tiny" />
            if (webhookId === post.webhookId) {
              return <Avatar key={key} author={author} size="tiny" />
            }
            return <WebhookAvatar key={key} name={name} emoji="" size="tiny" />
          })}
        </span>
        {countText(count, 'reply', 'replies')}
        <span class="replies__when">last reply {longTime(lastAt)}</span>
      </button>
    </div>
  )
}

/** The user's own message that is not stored yet. */
export function PendingView({ pending }: { readonly pending: Pending }) {
  const people = useChat('users', 'me')
  const { me } = people
  const author = authorOf({ userId: me.id, props: {} }, people)
  return (
    <article
      class="post post--pending"
      aria-label={`${me.username}: ${beginningOf(pending)}, sending`}
    >
      <Avatar author={author} />
      <div class="post__main">
        <div class="post__head">
          <span class="post__author">{me.username}</span>
          {!pending.failed && <span class="post__time">sending</span>}
        </div>
        <div class="md">
          <MarkdownText text={pending.message} />
        </div>
        {pending.failed && (
          <div class="post__foot" role="alert">
            <span class="error">
              <Icon name="alert" size="small" />
              Not sent.
            </span>
            <button
              type="button"
              class="btn btn--link btn--small"
              onClick={() => void sendAgain(pending)}
            >
              Try again
            </button>
            <span aria-hidden="true">·</span>
            <button type="button" class="btn btn--link btn--small" onClick={() => discard(pending)}>
              Discard
            </button>
          </div>
        )}
      </div>
    </article>
  )
}

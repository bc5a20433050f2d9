import { timeOfDay } from 'express-incoming-webhooks-ui/times'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { incidentOf } from '../state/incidents.js'
import { type Author, authorOf, mentionsMe } from '../state/names.js'
import { showThread } from '../state/places.js'
import { store } from '../state/store.js'
import { useChat, useChatState } from '../state/use-chat.js'
import { beginningOf } from '../text/emoji-words.js'
import { Avatar } from '../view/avatar.jsx'
import { Body, PostBoundary } from './body.jsx'
import { Change } from './change.jsx'
import { EditForm } from './edit-form.jsx'
import { ShownPost } from './fold.jsx'
import { Aside, RepliesLink } from './post-foot.jsx'
import { PostHead } from './post-head.jsx'
import { mayEdit, PostTools } from './post-tools.jsx'

interface PostViewProps {
  readonly post: Post
  readonly same: boolean
  /** Whether it only tells that the incident of its thread has changed. */
  readonly isChange: boolean
  /** A prefix for element ids, because a post can be in the channel and in its thread at once. */
  readonly scope: string
  /** Whether to link to its thread. */
  readonly threads: boolean
}

export function PostView(props: PostViewProps) {
  const { post, same, isChange, scope, threads } = props
  const { users, me } = useChat('users', 'me')
  const id = `${scope}-${post.id}`
  const isTarget = useChatState(({ place }) => place.markedId === post.id)
  const article = useRef<HTMLElement>(null)
  // Readers of a permalink begin at its message.
  useEffect(() => {
    if (isTarget) article.current?.focus({ preventScroll: true })
  }, [isTarget])
  const isEdited = useChatState(({ editing }) => editing === id)
  // Memoised, so that a new post does not render all others again.
  return useMemo(() => {
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
              {[author.name, author.hookName].join(' ').trim()}, continued,{' '}
              {timeOfDay(post.createAt)}
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
          {threads && post.replies.count > 0 && <RepliesLink post={post} author={author} />}
        </div>
        {!isEdited && <PostTools post={post} author={author} threads={threads} name={id} />}
      </article>
    )
  }, [post, same, isChange, id, isEdited, isTarget, threads, users, me])
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

import { useLatest } from 'express-incoming-webhooks-ui/latest'
import { timeOfDay } from 'express-incoming-webhooks-ui/times'
import type { JSX, RefObject } from 'preact'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Post } from '../api/shapes.js'
import { authorOf, mentionsMe } from '../state/names.js'
import { Avatar } from '../view/avatar.jsx'
import { useChat, useChatState } from '../view/chat-context.jsx'
import { Aside } from './aside.jsx'
import { PostBoundary } from './boundary.jsx'
import { Body } from './body.jsx'
import { EditForm } from './edit-form.jsx'
import { PostHead } from './post-head.jsx'
import { PostTools } from './post-tools.jsx'
import { RepliesLink } from './replies-link.jsx'
import { IncidentLine } from './incident.jsx'
import { mayEdit } from './rights.js'

interface PostViewProps {
  readonly post: Post
  readonly same: boolean
  /** A prefix for element ids, because a post can be in the channel and in its thread at once. */
  readonly scope: string
  /** Whether to link to its thread. */
  readonly threads: boolean
}

export function PostView(props: PostViewProps): JSX.Element {
  const { post, same, scope, threads } = props
  const users = useChatState((state) => state.users)
  const me = useChatState((state) => state.me)
  const id = `${scope}-${post.id}`
  const isTarget = useChatState(({ place }) => place.markedId === post.id)
  const article = useRef<HTMLElement>(null)
  useFocusOnTarget(article, isTarget)
  const isEdited = useChatState(({ editing }) => editing === id)
  // Memoised, so that a new post does not render all others again.
  return useMemo(() => {
    const author = authorOf(post, { users, me })
    const classes = ['post', same ? 'post--same' : '']
    if (author.isHook) classes.push('post--hook')
    if (isTarget) classes.push('post--target')
    if (mentionsMe(post, { users, me })) classes.push('post--mention')
    return (
      <article
        class={classes.join(' ')}
        aria-labelledby={id}
        tabIndex={-1}
        data-post={post.id}
        ref={article}
      >
        {same ? (
          <span class="post__gutter" aria-hidden="true">
            {timeOfDay(post.createAt)}
          </span>
        ) : (
          <Avatar author={author} />
        )}
        <div class="post__main">
          {same ? (
            <span class="vh" id={id}>
              {author.name}, continued, {timeOfDay(post.createAt)}
            </span>
          ) : (
            <PostHead id={id} post={post} author={author} />
          )}
          {isEdited ? (
            <EditForm post={post} name={id} />
          ) : (
            <PostBoundary text={post.message}>
              <Body post={post} isTarget={isTarget} />
            </PostBoundary>
          )}
          <IncidentLine post={post} />
          <Aside postId={post.id} />
          {threads && post.replies.count > 0 && <RepliesLink post={post} />}
        </div>
        {!isEdited && <PostTools post={post} author={author} threads={threads} name={id} />}
      </article>
    )
  }, [post, same, id, isEdited, isTarget, threads, users, me])
}

/** Readers of a permalink begin at its message. */
function useFocusOnTarget(article: RefObject<HTMLElement | null>, isTarget: boolean): void {
  useEffect(() => {
    if (isTarget) article.current?.focus({ preventScroll: true })
  }, [isTarget])
}

/** Arrows, J and K move the focus between posts; R replies, E edits. */
export function usePostKeys(): (event: KeyboardEvent) => void {
  const chat = useChat()
  const latest = useLatest(chat)
  return (event) => {
    const { target, key, currentTarget } = event
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return
    const post = target.closest<HTMLElement>('[data-post]')
    const isOwn = target === post || target === currentTarget
    if (!isOwn) return
    const step = /^(?:j|ArrowDown)$/i.test(key) ? 1 : /^(?:k|ArrowUp)$/i.test(key) ? -1 : 0
    if (step !== 0) {
      // Letters work only on a post, but arrows can also enter the list.
      if (!post && key.length === 1) return
      event.preventDefault()
      focusPost(currentTarget, post, step)
    } else if (post && key.toLowerCase() === 'e') {
      const { store } = latest.current
      const { posts, me } = store.get()
      const own = posts.get(post.dataset['post'] ?? '')
      if (!own || !mayEdit(own, me)) return
      event.preventDefault()
      store.set({ editing: post.getAttribute('aria-labelledby') ?? '' })
    } else if (post && key.toLowerCase() === 'r') {
      event.preventDefault()
      const id = post.dataset['post'] ?? ''
      const root = latest.current.store.get().posts.get(id)?.rootId
      latest.current.places.openThread(root === undefined || root === '' ? id : root)
    }
  }
}

export function focusPost(feed: Element, from: Element | null, step: 1 | -1): void {
  const posts = [...feed.querySelectorAll<HTMLElement>('[data-post]')]
  const at = from ? posts.findIndex((each) => each === from) : posts.length
  const next = posts[from ? at + step : posts.length - 1]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

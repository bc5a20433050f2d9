import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Channel, Post } from '../api/shapes.js'
import { say } from '../state/announcer.js'
import { openThread } from '../state/feeds.js'
import { feedOf, useChatState } from '../state/store.js'
import { authorOf, channelLabel } from '../state/names.js'
import { showCard, showThread } from '../state/places.js'
import { MarkdownText } from '../text/markdown-text.jsx'
import { IconButton } from './buttons.jsx'
import { Composer } from './composer.jsx'
import { Failed, NoThread } from './empty.jsx'
import { FeedView } from './feed.jsx'

export function ThreadPane({ channel, rootId }: { channel: Channel; rootId: string }) {
  const feed = useChatState((state) => feedOf(state, rootId))
  const label = useChatState((state) => channelLabel(channel, state))
  useDeletion(rootId)
  return (
    <Pane
      id={rootId}
      first="textarea"
      title="Thread"
      about={`in ${label}`}
      onClose={() => showThread('')}
    >
      <FeedView
        key={rootId}
        id={rootId}
        channelId={channel.id}
        label="Messages in the thread"
        feed={feed}
        placeholder={
          feed.status === 'missing' ? (
            <NoThread />
          ) : (
            <Failed requestId={feed.requestId} onRetry={() => void openThread(rootId)} />
          )
        }
      />
      {feed.status !== 'missing' && (
        <Composer
          channelId={channel.id}
          rootId={rootId}
          label="Reply in the thread"
          placeholder="Reply"
        />
      )}
    </Pane>
  )
}

/** Closes the thread if its first message was deleted. */
function useDeletion(rootId: string): void {
  const isDeleted = useChatState(({ deleted }) => deleted.has(rootId))
  useEffect(() => {
    if (!isDeleted) return
    showThread('')
    say('The thread was deleted')
  }, [isDeleted])
}

/** The side panel with details of a webhook's message. */
export function CardPane({ post }: { readonly post: Post }) {
  const name = useChatState((state) => authorOf(post, state).name)
  return (
    <Pane
      id={post.id}
      first="button"
      title="Details"
      about={`of the message by ${name}`}
      onClose={() => showCard('')}
    >
      <div class="card-text md" tabIndex={0} role="region" aria-label="Message details">
        <MarkdownText text={post.card} />
      </div>
    </Pane>
  )
}

interface PaneProps {
  /** The id of what it shows. */
  readonly id: string
  /** What gets the focus when it shows something else. */
  readonly first: 'textarea' | 'button'
  readonly title: string
  readonly about: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

function Pane({ id, first, title, about, onClose, children }: PaneProps) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    pane.current?.querySelector(first)?.focus()
  }, [id])
  return (
    <section class="thread" aria-labelledby="pane-title" ref={pane}>
      <div class="thread__head">
        <h2 id="pane-title">
          {title}
          <small>{about}</small>
        </h2>
        <IconButton icon="close" label={`Close ${title.toLowerCase()}`} onPress={onClose} />
      </div>
      {children}
    </section>
  )
}

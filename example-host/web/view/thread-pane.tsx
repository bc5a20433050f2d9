import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Channel } from '../api/shapes.js'
import { EMPTY_FEED } from '../state/model.js'
import { channelLabel } from '../state/names.js'
import { Failed } from './channel-pane.jsx'
import { useChat, useChatState } from './chat-context.jsx'
import { Composer } from './composer.jsx'
import { FeedView } from './feed.jsx'
import { PaneHead } from './pane-head.jsx'

export function ThreadPane({ channel, rootId }: { channel: Channel; rootId: string }): JSX.Element {
  const { feeds, places } = useChat()
  const feed = useChatState((state) => state.feeds.get(rootId)) ?? EMPTY_FEED
  const label = useChatState((state) => channelLabel(channel, state))
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.querySelector('textarea')?.focus(), [rootId])
  useDeletion(rootId)
  return (
    <section class="thread" aria-labelledby="thread-title" ref={pane}>
      <PaneHead
        id="thread-title"
        title="Thread"
        about={`in ${label}`}
        close="Close thread"
        onClose={() => places.closeThread()}
      />
      <FeedView
        key={rootId}
        id={rootId}
        channelId={channel.id}
        label="Messages in the thread"
        feed={feed}
        isThread
        target=""
        onOlder={() => undefined}
        onNewer={() => undefined}
        placeholder={
          feed.status === 'missing' ? (
            <Missing />
          ) : (
            <Failed requestId={feed.requestId} onRetry={() => void feeds.openThread(rootId)} />
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
    </section>
  )
}

function Missing(): JSX.Element {
  return (
    <div class="empty" role="alert">
      <span class="empty__art empty__art--muted">
        <Icon name="search" size="large" />
      </span>
      <h3>Thread not found</h3>
      <p>It may have been deleted, or you may not have access to it.</p>
    </div>
  )
}

/** Closes the thread if its first message was deleted. */
function useDeletion(rootId: string): void {
  const { places, announcer } = useChat()
  const isDeleted = useChatState(({ deleted }) => deleted.has(rootId))
  useEffect(() => {
    if (!isDeleted) return
    places.closeThread()
    announcer.say('The thread was deleted')
  }, [isDeleted])
}

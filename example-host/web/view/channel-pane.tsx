import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { rootPath } from '../api/root.js'
import type { Channel } from '../api/shapes.js'
import { EMPTY_FEED } from '../state/model.js'
import { channelLabel, channelName, isOwnSpace } from '../state/names.js'
import { ChannelHead, ChannelIcon } from './channel-head.jsx'
import { useChat, useChatState } from './chat-context.jsx'
import { Composer } from './composer.jsx'
import { FeedView } from './feed.jsx'

export function ChannelPane({ channel }: { readonly channel: Channel }): JSX.Element {
  const { feeds } = useChat()
  const feed = useChatState((state) => state.feeds.get(channel.id)) ?? EMPTY_FEED
  const target = useChatState((state) => state.place.postId)
  const name = useChatState((state) => channelName(channel, state))
  const label = useChatState((state) => channelLabel(channel, state))
  return (
    <section class="chat__channel" aria-labelledby="channel-title">
      <ChannelHead channel={channel} name={name} />
      <FeedView
        key={channel.id}
        id={channel.id}
        channelId={channel.id}
        label={`Messages in ${name}`}
        feed={feed}
        isThread={false}
        target={target}
        onOlder={() => void feeds.older(channel.id)}
        onNewer={() => void feeds.newer(channel.id)}
        placeholder={
          feed.status === 'failed' ? (
            <Failed
              requestId={feed.requestId}
              onRetry={() => void feeds.open(channel.id, target)}
            />
          ) : (
            <Empty channel={channel} label={label} />
          )
        }
      />
      <Composer
        channelId={channel.id}
        rootId=""
        label={`Message to ${name}`}
        placeholder={`Write to ${label}`}
      />
    </section>
  )
}

function Empty({ channel, label }: { channel: Channel; label: string }): JSX.Element {
  const mayIntegrate = useChatState((state) => state.mayIntegrate)
  const isSelf = useChatState((state) => isOwnSpace(channel, state))
  const hooks = mayIntegrate && channel.kind !== 'direct'
  return (
    <div class="empty">
      <span class="empty__art">
        <ChannelIcon channel={channel} large />
      </span>
      <h3>{beginning(channel, label, isSelf)}</h3>
      <p>
        {hooks
          ? 'Write the first message, or let another program do it: an incoming webhook can post here with one HTTP request.'
          : 'Write the first message.'}
      </p>
      {hooks && (
        <div class="btns">
          <a class="btn" href={`${rootPath}admin/add`}>
            <Icon name="webhook" />
            Add Incoming Webhook
          </a>
        </div>
      )}
    </div>
  )
}

function beginning({ kind }: Channel, label: string, isSelf: boolean): string {
  if (isSelf) return 'This is your own space'
  if (kind !== 'direct') return `This is the start of ${label}`
  return `This is the beginning of your conversation with ${label}`
}

interface FailedProps {
  /** Whether there is nothing else on the page. */
  readonly isPage?: boolean
  readonly requestId: string
  readonly onRetry: () => void
}

export function Failed({ isPage = false, requestId, onRetry }: FailedProps): JSX.Element {
  const Title = isPage ? 'h1' : 'h3'
  return (
    <div class="empty" role="alert">
      <span class="empty__art empty__art--muted">
        <Icon name="alert" size="large" />
      </span>
      <Title>The messages could not be loaded</Title>
      <p>
        The server did not respond. Nothing is lost.
        {requestId !== '' && ` Request ${requestId}.`}
      </p>
      <div class="btns">
        <button type="button" class="btn" onClick={onRetry}>
          <Icon name="again" />
          Try again
        </button>
      </div>
    </div>
  )
}

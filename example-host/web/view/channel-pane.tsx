import { Empty } from 'express-incoming-webhooks-ui/empty'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { rootPath } from '../api/root.js'
import type { Channel } from '../api/shapes.js'
import { openFeed } from '../state/feeds.js'
import { feedOf } from '../state/model.js'
import { channelLabel, channelName, isOwnSpace } from '../state/names.js'
import { useChat, useChatState } from '../state/use-chat.js'
import { ChannelHead } from './channel-head.jsx'
import { CHANNEL_ICONS } from './channel-list.jsx'
import { Composer } from './composer.jsx'
import { Failed } from './empty.jsx'
import { FeedView } from './feed.jsx'

export function ChannelPane({ channel }: { readonly channel: Channel }) {
  const feed = useChatState((state) => feedOf(state, channel.id))
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
        target={target}
        placeholder={
          feed.status === 'ready' ? (
            <NoMessages channel={channel} label={label} />
          ) : (
            <Failed requestId={feed.requestId} onRetry={() => void openFeed(channel.id, target)} />
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

function NoMessages({ channel, label }: { channel: Channel; label: string }) {
  const { mayIntegrate, me } = useChat('mayIntegrate', 'me')
  const hooks = mayIntegrate && channel.kind !== 'direct'
  return (
    <Empty
      icon={CHANNEL_ICONS[channel.kind]}
      muted={false}
      heading={<h3>{beginning(channel, label, isOwnSpace(channel, { me }))}</h3>}
      text={
        hooks
          ? 'Write the first message, or let another program do it: an incoming webhook can post here with one HTTP request.'
          : 'Write the first message.'
      }
    >
      {hooks && (
        <a class="btn" href={`${rootPath}admin/add`}>
          <Icon name="webhook" />
          Add Incoming Webhook
        </a>
      )}
    </Empty>
  )
}

function beginning({ kind }: Channel, label: string, isSelf: boolean): string {
  if (isSelf) return 'This is your own space'
  if (kind !== 'direct') return `This is the start of ${label}`
  return `This is the beginning of your conversation with ${label}`
}

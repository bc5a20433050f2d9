import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { rootPath } from '../api/root.js'
import type { Channel } from '../api/shapes.js'
import { ChannelAbout } from './channel-about.jsx'
import { ChannelActions } from './channel-actions.jsx'
import { useChat, useChatState } from './chat-context.jsx'

export function ChannelIcon({ channel, large }: { channel: Channel; large?: boolean }) {
  const name = { public: 'channel', private: 'lock', direct: 'message' } as const
  return <Icon name={name[channel.kind]} {...(large === true ? { size: 'large' as const } : {})} />
}

/** The page's heading. It gets the focus when the channel changes. */
export function ChannelHead({ channel, name }: { channel: Channel; name: string }): JSX.Element {
  const { announcer } = useChat()
  const webhooks = useChatState((state) => state.webhooks.get(channel.id)) ?? 0
  const title = useRef<HTMLHeadingElement>(null)
  const first = useRef(true)
  useEffect(() => {
    if (!first.current) {
      title.current?.focus()
      announcer.say(name)
    }
    first.current = false
  }, [channel.id])
  return (
    <div class="chead">
      <div class="chead__text">
        <h1 id="channel-title" tabIndex={-1} ref={title}>
          {channel.kind !== 'direct' && <ChannelIcon channel={channel} />}
          {channel.kind === 'private' && <span class="vh">Private: </span>}
          <bdi class="chead__name">{name}</bdi>
        </h1>
        <ChannelAbout channel={channel} />
      </div>
      {webhooks > 0 && (
        <a
          class="btn btn--ghost btn--small only-wide"
          href={`${rootPath}admin/?channel=${encodeURIComponent(channel.id)}`}
        >
          <Icon name="webhook" />
          {countText(webhooks, 'webhook')}
        </a>
      )}
      <ChannelActions key={channel.id} channel={channel} />
    </div>
  )
}

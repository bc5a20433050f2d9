import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { type Channel, NOTHING_UNREAD } from '../api/shapes.js'
import { channelPath } from '../state/addresses.js'
import { channelName, partnerOf } from '../state/names.js'
import { personalCount } from '../state/unread-level.js'
import { useChatState } from './chat-context.jsx'

interface ChannelRowProps {
  readonly channel: Channel
  /** Whether Tab stops here. Arrow keys reach the others. */
  readonly isStop: boolean
}

export function ChannelRow({ channel, isStop }: ChannelRowProps): JSX.Element {
  const team = useChatState((state) => state.team.name)
  const unread = useChatState((state) => state.unread.get(channel.id)) ?? NOTHING_UNREAD
  const isCurrent = useChatState((state) => state.place.channelId === channel.id)
  const isUnread = unread.posts > 0 && !isCurrent
  return (
    <li>
      <a
        class={isUnread ? 'chan chan--unread' : 'chan'}
        href={channelPath(team, channel.name)}
        data-channel={channel.id}
        tabIndex={isStop ? 0 : -1}
        onPointerEnter={nameIfCut}
        {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      >
        <ChannelTitle channel={channel} />
        {isUnread && (
          <UnreadMark channel={channel} mentions={unread.mentions} posts={unread.posts} />
        )}
      </a>
    </li>
  )
}

/** A tooltip, only where the list is too narrow for the name. */
function nameIfCut({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  const name = currentTarget.querySelector('.chan__name')
  if (!name) return
  currentTarget.title = name.scrollWidth > name.clientWidth ? name.textContent : ''
}

/** Icon and name for lists. */
export function ChannelTitle({ channel }: { readonly channel: Channel }): JSX.Element {
  const name = useChatState((state) => channelName(channel, state))
  const partner = useChatState((state) =>
    channel.kind === 'direct' ? partnerOf(channel, state) : null,
  )
  const myId = useChatState((state) => state.me.id)
  return (
    <>
      {channel.kind === 'direct' ? (
        <PersonAvatar name={name} size="small" />
      ) : (
        <Icon name={channel.kind === 'public' ? 'channel' : 'lock'} />
      )}
      {channel.kind === 'private' && <span class="vh">Private:</span>}
      <span class="chan__name">
        {name}
        {partner?.id === myId && <span class="subtle"> (you)</span>}
      </span>
    </>
  )
}

interface UnreadMarkProps {
  readonly channel: Channel
  readonly mentions: number
  readonly posts: number
}

function UnreadMark({ channel, mentions, posts }: UnreadMarkProps): JSX.Element {
  const count = personalCount(channel, { mentions, posts })
  if (count === 0) {
    return (
      <>
        <span class="chan__dot" />
        <span class="vh">unread</span>
      </>
    )
  }
  const what = channel.kind === 'direct' ? 'message' : 'mention'
  return (
    <span class="mentions">
      {count > 99 ? '99+' : count}
      <span class="vh">
        {' '}
        {what}
        {count === 1 ? '' : 's'}
      </span>
    </span>
  )
}

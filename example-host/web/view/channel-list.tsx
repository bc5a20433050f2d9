import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { NOTHING_UNREAD, type Channel } from '../api/shapes.js'
import { channelPath } from '../state/addresses.js'
import type { ChatState } from '../state/model.js'
import { channelName, partnerOf } from '../state/names.js'
import { useChatState } from './chat-context.jsx'

type Listed = Pick<ChatState, 'channels' | 'own' | 'place' | 'users' | 'me'>

/** The channels of the list, sorted by kind and name. */
export function listedChannels(state: Listed): readonly Channel[] {
  const { channels, own, place } = state
  const listed = [...channels.values()].filter(({ id }) => own.has(id) || id === place.channelId)
  const order = { public: 0, private: 1, direct: 2 }
  return listed.sort(
    (a, b) =>
      order[a.kind] - order[b.kind] || channelName(a, state).localeCompare(channelName(b, state)),
  )
}

export function ChannelList({ onBrowse }: { readonly onBrowse: () => void }): JSX.Element {
  const channels = useChatState((state) => state.channels)
  const own = useChatState((state) => state.own)
  const place = useChatState((state) => state.place)
  const users = useChatState((state) => state.users)
  const me = useChatState((state) => state.me)
  const listed = listedChannels({ channels, own, place, users, me })
  const rows = (direct: boolean): JSX.Element[] =>
    listed
      .filter(({ kind }) => (kind === 'direct') === direct)
      .map((channel) => <ChannelRow key={channel.id} channel={channel} />)
  return (
    <div class="chat__channels">
      <Group id="group-channels" title="Channels" add="Browse channels" onAdd={onBrowse}>
        {rows(false)}
      </Group>
      <Group
        id="group-direct"
        title="Direct messages"
        add="Start a direct message"
        onAdd={onBrowse}
      >
        {rows(true)}
      </Group>
    </div>
  )
}

interface GroupProps {
  readonly id: string
  readonly title: string
  readonly add: string
  readonly onAdd: () => void
  readonly children: readonly JSX.Element[]
}

function Group({ id, title, add, onAdd, children }: GroupProps): JSX.Element {
  return (
    <section class="group" aria-labelledby={id}>
      <div class="group__head">
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          class="btn btn--ghost btn--square"
          aria-label={add}
          title={add}
          onClick={onAdd}
        >
          <Icon name="add" size="small" />
        </button>
      </div>
      <ul>{children}</ul>
    </section>
  )
}

function ChannelRow({ channel }: { readonly channel: Channel }): JSX.Element {
  const team = useChatState((state) => state.team.name)
  const unread = useChatState((state) => state.unread.get(channel.id)) ?? NOTHING_UNREAD
  const isCurrent = useChatState((state) => state.place.channelId === channel.id)
  const isUnread = unread.posts > 0 && !isCurrent
  return (
    <li>
      <a
        class={isUnread ? 'chan chan--unread' : 'chan'}
        href={channelPath(team, channel.name)}
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

// Every post in a direct channel is addressed to its reader.
function UnreadMark({ channel, mentions, posts }: UnreadMarkProps): JSX.Element {
  const count = channel.kind === 'direct' ? Math.max(mentions, posts) : mentions
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

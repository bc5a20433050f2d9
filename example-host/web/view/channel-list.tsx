import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Icon, type IconName } from 'express-incoming-webhooks-ui/icon'
import { hasModifier } from 'express-incoming-webhooks-ui/modifiers'
import { SearchBox } from 'express-incoming-webhooks-ui/search-box'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Channel, ChannelKind, Unread } from '../api/shapes.js'
import { channelPath, opening } from '../state/places.js'
import {
  type GroupName,
  GROUPS,
  inOrder,
  listedChannels,
  personalCount,
} from '../state/channels.js'
import { unreadOf, useChat, useChatState } from '../state/store.js'
import { channelName, isOwnSpace } from '../state/names.js'
import { IconButton, IconMenu } from './buttons.jsx'

/** A list that is longer than this can be filtered. */
const FILTERED_FROM = 12

const TITLES: Readonly<Record<GroupName, string>> = {
  unread: 'Unread',
  public: 'Channels',
  private: 'Private channels',
  direct: 'Direct messages',
}

/** The buttons that add to a group, which is then there without channels too. */
const ADDS: Readonly<Partial<Record<GroupName, ComponentChildren>>> = {
  public: (
    <IconMenu
      id="add-channel"
      icon="add"
      size="small"
      label="Add channels"
      items={[
        { icon: 'search', text: 'Browse channels', onPress: opening('browse') },
        { icon: 'add', text: 'Create channel', onPress: opening('create') },
      ]}
    />
  ),
  direct: (
    <IconButton
      icon="add"
      size="small"
      label="New direct message"
      onPress={opening('switcher', 'people')}
    />
  ),
}

export function ChannelList() {
  const [filter, setFilter] = useState('')
  const state = useChat('channels', 'own', 'place', 'users', 'me', 'unread')
  const groups = listedChannels(state, filter)
  const listed = inOrder(groups)
  const { stop, onKeyDown, onFocus } = useRoving(listed, state.place.channelId)
  return (
    <div class="chat__channels" onKeyDown={onKeyDown} onFocusCapture={onFocus}>
      {state.own.size > FILTERED_FROM && <Filter filter={filter} onFilter={setFilter} />}
      {GROUPS.filter((name) => ADDS[name] !== undefined || groups[name].length > 0).map((name) => (
        <section key={name} class="group" aria-labelledby={`group-${name}`}>
          <div class="group__head">
            <h2 id={`group-${name}`}>{TITLES[name]}</h2>
            {ADDS[name]}
          </div>
          <ul>
            {groups[name].map((channel) => (
              <ChannelRow key={channel.id} channel={channel} isStop={channel.id === stop} />
            ))}
          </ul>
        </section>
      ))}
      <p class="chat__none" role="status">
        {filter !== '' && listed.length === 0 && `No channel or person matches “${filter}”`}
      </p>
    </div>
  )
}

interface FilterProps {
  readonly filter: string
  readonly onFilter: (filter: string) => void
}

/** Enter opens the first match; the down arrow moves the focus to it. */
function Filter({ filter, onFilter }: FilterProps) {
  return (
    <SearchBox
      look="chat__filter"
      label="Filter channels"
      value={filter}
      onText={onFilter}
      onKeyDown={(event) => {
        const first = event.currentTarget
          .closest('.chat__channels')
          ?.querySelector<HTMLElement>('.chan')
        if (event.key === 'Escape' && filter !== '') onFilter('')
        else if (event.key === 'Enter') {
          first?.click()
          onFilter('')
        } else if (event.key === 'ArrowDown') first?.focus()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

/** One stop for Tab, because there may be hundreds of channels. Arrow keys move between them. */
function useRoving(listed: readonly Channel[], current: string) {
  const [last, setLast] = useState('')
  const isListed = (wanted: string): boolean => listed.some(({ id }) => id === wanted)
  const stop = [last, current].find(isListed) ?? listed[0]?.id ?? ''
  return {
    stop,
    onFocus: ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) setLast(target.dataset['channel'] ?? '')
    },
    onKeyDown: (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
      const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('.chan')]
      const at = rows.findIndex((row) => row === event.target)
      if (at < 0 || hasModifier(event)) return
      const next = nextOf(event.key, at, rows.length)
      if (next === null) return
      event.preventDefault()
      rows[next]?.focus()
    },
  }
}

function nextOf(key: string, at: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(at + 1, count - 1)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

export const CHANNEL_ICONS: Readonly<Record<ChannelKind, IconName>> = {
  public: 'channel',
  private: 'lock',
  direct: 'message',
}

interface ChannelRowProps {
  readonly channel: Channel
  /** Whether Tab stops here. Arrow keys reach the others. */
  readonly isStop: boolean
}

function ChannelRow({ channel, isStop }: ChannelRowProps) {
  const unread = useChatState((state) => unreadOf(state, channel.id))
  const isCurrent = useChatState((state) => state.place.channelId === channel.id)
  const isUnread = unread.posts > 0 && !isCurrent
  return (
    <li>
      <a
        class={isUnread ? 'chan chan--unread' : 'chan'}
        href={channelPath(channel.name)}
        data-channel={channel.id}
        tabIndex={isStop ? 0 : -1}
        onPointerEnter={nameIfCut}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <ChannelTitle channel={channel} />
        {isUnread && <UnreadMark channel={channel} unread={unread} />}
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
export function ChannelTitle({ channel }: { readonly channel: Channel }) {
  const people = useChat('users', 'me')
  const name = channelName(channel, people)
  const isSelf = isOwnSpace(channel, people)
  return (
    <>
      {channel.kind === 'direct' ? (
        <PersonAvatar name={name} size="small" />
      ) : (
        <Icon name={CHANNEL_ICONS[channel.kind]} />
      )}
      {channel.kind === 'private' && <span class="vh">Private:</span>}
      <span class="chan__name">
        {name}
        {isSelf && <span class="subtle"> (you)</span>}
      </span>
    </>
  )
}

function UnreadMark({ channel, unread }: { channel: Channel; unread: Unread }) {
  const count = personalCount(channel, unread)
  if (count === 0) {
    return (
      <>
        <span class="chan__dot" />
        <span class="vh">unread</span>
      </>
    )
  }
  return <Mentions count={count} what={channel.kind === 'direct' ? 'message' : 'mention'} />
}

/** How many unread messages are for the reader. */
export function Mentions({ count, what }: { readonly count: number; readonly what: string }) {
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

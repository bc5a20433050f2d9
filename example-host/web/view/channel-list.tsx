import { Icon } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Channel } from '../api/shapes.js'
import { type GroupName, inOrder, listedChannels } from '../state/listed.js'
import { ChannelRow } from './channel-row.jsx'
import { useChatState } from './chat-context.jsx'

/** A list that is longer than this can be filtered. */
const FILTERED_FROM = 12

export interface ChannelListProps {
  readonly onBrowse: () => void
  readonly onCreate: () => void
  readonly onWrite: () => void
}

export function ChannelList({ onBrowse, onCreate, onWrite }: ChannelListProps): JSX.Element {
  const [filter, setFilter] = useState('')
  const { groups, count } = useListed(filter)
  const listed = inOrder(groups)
  const { stop, onKeyDown, onFocus } = useRoving(listed)
  const rows = (name: GroupName): readonly JSX.Element[] =>
    groups[name].map((channel) => (
      <ChannelRow key={channel.id} channel={channel} isStop={channel.id === stop} />
    ))
  return (
    <div class="chat__channels" onKeyDown={onKeyDown} onFocusCapture={onFocus}>
      {count > FILTERED_FROM && <Filter filter={filter} onFilter={setFilter} />}
      {groups.unread.length > 0 && <Group id="group-unread" title="Unread" rows={rows('unread')} />}
      <Group id="group-channels" title="Channels" rows={rows('public')}>
        <AddChannel onBrowse={onBrowse} onCreate={onCreate} />
      </Group>
      {groups.private.length > 0 && (
        <Group id="group-private" title="Private channels" rows={rows('private')} />
      )}
      <Group id="group-direct" title="Direct messages" rows={rows('direct')}>
        <button
          type="button"
          class="btn btn--ghost btn--square"
          aria-label="New direct message"
          title="New direct message"
          onClick={onWrite}
        >
          <Icon name="add" size="small" />
        </button>
      </Group>
      <p class="chat__none" role="status">
        {filter !== '' && listed.length === 0 && `No channel or person matches “${filter}”`}
      </p>
    </div>
  )
}

function useListed(filter: string) {
  const channels = useChatState((state) => state.channels)
  const own = useChatState((state) => state.own)
  const place = useChatState((state) => state.place)
  const users = useChatState((state) => state.users)
  const me = useChatState((state) => state.me)
  const unread = useChatState((state) => state.unread)
  const groups = listedChannels({ channels, own, place, users, me, unread }, filter)
  return { groups, count: own.size }
}

interface FilterProps {
  readonly filter: string
  readonly onFilter: (filter: string) => void
}

/** Enter opens the first match; the down arrow moves the focus to it. */
function Filter({ filter, onFilter }: FilterProps): JSX.Element {
  return (
    <div class="search chat__filter">
      <Icon name="search" />
      <input
        class="input"
        type="search"
        aria-label="Filter channels"
        placeholder="Filter channels"
        autocomplete="off"
        value={filter}
        onInput={({ currentTarget }) => onFilter(currentTarget.value)}
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
    </div>
  )
}

interface GroupProps {
  readonly id: string
  readonly title: string
  readonly rows: readonly JSX.Element[]
  /** The button that adds to the group. */
  readonly children?: ComponentChildren
}

function Group({ id, title, rows, children }: GroupProps): JSX.Element {
  return (
    <section class="group" aria-labelledby={id}>
      <div class="group__head">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
      <ul>{rows}</ul>
    </section>
  )
}

function AddChannel({ onBrowse, onCreate }: Omit<ChannelListProps, 'onWrite'>): JSX.Element {
  return (
    <Menu
      id="add-channel"
      end
      short
      buttonClass="btn btn--ghost btn--square"
      buttonLabel="Add channels"
      button={<Icon name="add" size="small" />}
    >
      {(close) => {
        const then = (open: () => void) => () => {
          close()
          open()
        }
        return (
          <>
            <button type="button" class="menu__item" onClick={then(onBrowse)}>
              <Icon name="search" />
              Browse channels
            </button>
            <button type="button" class="menu__item" onClick={then(onCreate)}>
              <Icon name="add" />
              Create channel
            </button>
          </>
        )
      }}
    </Menu>
  )
}

/** One stop for Tab, because there may be hundreds of channels. Arrow keys move between them. */
function useRoving(listed: readonly Channel[]) {
  const current = useChatState((state) => state.place.channelId)
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
      if (at < 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
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

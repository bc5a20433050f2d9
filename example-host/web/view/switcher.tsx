import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import type { JSX } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import type { Channel, User } from '../api/shapes.js'
import { NOTHING_UNREAD } from '../api/shapes.js'
import { quietly } from '../api/call.js'
import type { Chat } from '../state/chat.js'
import type { ChatState } from '../state/model.js'
import { compareNames } from '../state/listed.js'
import { channelName, partnerOf } from '../state/names.js'
import { ChannelTitle } from './channel-row.jsx'
import { useChat, useChatState } from './chat-context.jsx'
import { Palette } from './palette.jsx'

const SHOWN = 12
const JUMP = 'Go to a channel or person'
const WRITE = 'New direct message'

type Target = { readonly channel: Channel } | { readonly user: User }

interface SwitcherProps {
  /** Lists only people, for a direct message. */
  readonly people?: boolean
  readonly onClose: () => void
}

export function Switcher({ people = false, onClose }: SwitcherProps): JSX.Element {
  const chat = useChat()
  const [query, setQuery] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const state = useChatState((each) => each)
  const targets = useMemo(() => findTargets(state, query, people), [state, query, people])
  const list = useListKeys(targets.length, (index) => {
    const target = targets[index]
    if (!target) return
    input.current?.closest('dialog')?.close()
    if ('channel' in target) chat.places.goTo(target.channel)
    else quietly(write(chat, target.user))
  })
  return (
    <Palette
      dialogLabel={people ? WRITE : JUMP}
      fieldLabel={people ? 'Person' : 'Channel or person'}
      placeholder={people ? 'Name of a person' : JUMP}
      verb="open"
      query={query}
      onQuery={setQuery}
      input={input}
      list={list}
      onClose={onClose}
    >
      <Options
        list={list}
        label={people ? 'People' : 'Channels and people'}
        empty={`No ${people ? '' : 'channel or '}person matches “${query}”`}
      >
        {targets.map((target, index) => (
          <Option
            key={'channel' in target ? target.channel.id : target.user.id}
            list={list}
            index={index}
          >
            <TargetTitle target={target} unread={state.unread} />
          </Option>
        ))}
      </Options>
    </Palette>
  )
}

async function write(chat: Chat, { id }: User): Promise<void> {
  chat.places.goTo(await chat.direct(id))
}

function TargetTitle({ target, unread }: { target: Target; unread: ChatState['unread'] }) {
  if ('user' in target) {
    return (
      <>
        <PersonAvatar name={target.user.username} size="small" />
        <span class="chan__name">{target.user.username}</span>
      </>
    )
  }
  const { posts, mentions } = unread.get(target.channel.id) ?? NOTHING_UNREAD
  return (
    <>
      <ChannelTitle channel={target.channel} />
      <span class="menu__note">
        {mentions > 0 && (
          <span class="mentions">
            {mentions}
            <span class="vh"> {mentions === 1 ? 'mention' : 'mentions'}</span>
          </span>
        )}
        {mentions === 0 && posts > 0 && 'unread'}
      </span>
    </>
  )
}

/** Mentions first, then what is unread, then by name; people without a channel at the end. */
function findTargets(state: ChatState, query: string, peopleOnly: boolean): readonly Target[] {
  const wanted = query.trim().replace(/^[#@]/, '').toLowerCase()
  const rank = ({ id }: Channel): number => {
    const { posts, mentions } = state.unread.get(id) ?? NOTHING_UNREAD
    return mentions > 0 ? 0 : posts > 0 ? 1 : 2
  }
  const named = (channel: Channel): string => channelName(channel, state)
  const channels = [...state.channels.values()]
    .filter(({ kind }) => !peopleOnly || kind === 'direct')
    .filter(
      (each) =>
        named(each).toLowerCase().includes(wanted) ||
        (each.kind !== 'direct' && each.name.includes(wanted)),
    )
    .sort((a, b) => rank(a) - rank(b) || compareNames(named(a), named(b)))
  const partners = new Set(
    [...state.channels.values()]
      .filter(({ kind }) => kind === 'direct')
      .map((channel) => partnerOf(channel, state)?.id),
  )
  const people = [...state.users.values()].filter(
    ({ id, active, username }) => active && !partners.has(id) && username.includes(wanted),
  )
  return [...channels.map((channel) => ({ channel })), ...people.map((user) => ({ user }))].slice(
    0,
    SHOWN,
  )
}

import { finds } from 'express-incoming-webhooks-ui/finding'
import { useMemo, useState } from 'preact/hooks'
import { quietly } from '../api/call.js'
import type { Channel, User } from '../api/shapes.js'
import { directChannel } from '../state/channels.js'
import { closeDialog } from '../state/dialog.js'
import { compareNames } from '../state/listed.js'
import { type ChatState, unreadOf } from '../state/model.js'
import { channelName, partnerOf } from '../state/names.js'
import { goToChannel } from '../state/places.js'
import { useChat, useChatState } from '../state/use-chat.js'
import { ChannelTitle, Mentions } from './channel-list.jsx'
import { Palette, PersonTitle } from './palette.jsx'

const SHOWN = 12
const ALL = {
  dialogLabel: 'Go to a channel or person',
  fieldLabel: 'Channel or person',
  listLabel: 'Channels and people',
}
const PEOPLE = {
  dialogLabel: 'New direct message',
  fieldLabel: 'Person',
  listLabel: 'People',
}

type Searched = Pick<ChatState, 'users' | 'me' | 'channels' | 'unread'>

export function Switcher() {
  return <Targets people={false} />
}

/** For a direct message. */
export function PeopleSwitcher() {
  return <Targets people />
}

function Targets({ people }: { readonly people: boolean }) {
  const [query, setQuery] = useState('')
  const state = useChat('users', 'me', 'channels', 'unread')
  const found = useMemo(() => findTargets(state, query, people), [state, query, people])
  return (
    <Palette
      {...(people ? PEOPLE : ALL)}
      verb="open"
      query={query}
      onQuery={setQuery}
      empty={`No ${people ? '' : 'channel or '}person matches “${query}”`}
      found={found}
      keyOf={({ id }) => id}
      draw={(target) =>
        'username' in target ? (
          <PersonTitle name={target.username} />
        ) : (
          <ChannelTarget channel={target} />
        )
      }
      onChoose={(target) => {
        closeDialog()
        if ('username' in target) quietly(directChannel(target.id).then(goToChannel))
        else goToChannel(target)
      }}
    />
  )
}

function ChannelTarget({ channel }: { readonly channel: Channel }) {
  const { posts, mentions } = useChatState((state) => unreadOf(state, channel.id))
  return (
    <>
      <ChannelTitle channel={channel} />
      <span class="menu__note">
        {mentions > 0 && <Mentions count={mentions} what="mention" />}
        {mentions === 0 && posts > 0 && 'unread'}
      </span>
    </>
  )
}

/** Mentions first, then what is unread, then by name; people without a channel at the end. */
function findTargets(
  state: Searched,
  query: string,
  peopleOnly: boolean,
): readonly (Channel | User)[] {
  const wanted = query.trim().replace(/^[#@]/, '')
  const rank = ({ id }: Channel): number => {
    const { posts, mentions } = unreadOf(state, id)
    return mentions > 0 ? 0 : posts > 0 ? 1 : 2
  }
  const named = (channel: Channel): string => channelName(channel, state)
  const channels = [...state.channels.values()]
  const directs = channels.filter(({ kind }) => kind === 'direct')
  const partners = new Set(directs.map((channel) => partnerOf(channel, state)?.id))
  const people = [...state.users.values()].filter(
    ({ id, active, username }) => active && !partners.has(id) && finds(wanted, username),
  )
  return [
    ...(peopleOnly ? directs : channels)
      .filter((each) => finds(wanted, `${named(each)} ${each.kind === 'direct' ? '' : each.name}`))
      .sort((a, b) => rank(a) - rank(b) || compareNames(named(a), named(b))),
    ...people,
  ].slice(0, SHOWN)
}

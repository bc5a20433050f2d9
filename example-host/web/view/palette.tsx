import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Modal } from 'express-incoming-webhooks-ui/dialog'
import { finds } from 'express-incoming-webhooks-ui/finding'
import { ListField, Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { quietly } from '../api/call.js'
import type { Channel, User } from '../api/shapes.js'
import { addMember, compareNames, directChannel, loadMembers } from '../state/channels.js'
import { channelName, partnerOf } from '../state/names.js'
import { closeDialog, goToChannel } from '../state/places.js'
import { type ChatState, unreadOf, useChat, useChatState } from '../state/store.js'
import { ChannelTitle, Mentions } from './channel-list.jsx'
import { FormError, useAttempt } from './forms.jsx'

interface PaletteProps<T> {
  readonly dialogLabel: string
  readonly fieldLabel: string
  /** What Enter does. */
  readonly verb: string
  readonly listLabel: string
  /** The text if nothing is found. */
  readonly empty: (query: string) => string
  readonly find: (query: string) => readonly T[]
  readonly draw: (item: T) => ComponentChildren
  /** `clear` empties the field. */
  readonly onChoose: (item: T, clear: () => void) => void
  /** What is above the list. */
  readonly children?: ComponentChildren
}

/** A dialog with a field and a list of what its text finds. */
function Palette<T extends { readonly id: string }>(props: PaletteProps<T>) {
  const [query, setQuery] = useState('')
  const found = props.find(query)
  const list = useListKeys(found.length, (index) => {
    const item = found[index]
    if (item === undefined) return
    list.reset()
    props.onChoose(item, () => setQuery(''))
  })
  return (
    <Modal look="dialog--palette" label={props.dialogLabel} onClose={closeDialog}>
      <div class="palette__input">
        <ListField list={list} label={props.fieldLabel} query={query} onQuery={setQuery} />
      </div>
      <div class="palette__list">
        {props.children}
        <Options list={list} label={props.listLabel} empty={props.empty(query)}>
          {found.map((item, index) => (
            <Option key={item.id} list={list} index={index}>
              {props.draw(item)}
            </Option>
          ))}
        </Options>
      </div>
      <div class="palette__foot" aria-hidden="true">
        <span>
          <kbd class="kbd">↑</kbd>
          <kbd class="kbd">↓</kbd> choose
        </span>
        <span>
          <kbd class="kbd">Enter</kbd> {props.verb}
        </span>
        <span>
          <kbd class="kbd">Esc</kbd> close
        </span>
      </div>
    </Modal>
  )
}

/** Avatar and name for lists. */
function PersonTitle({ name }: { readonly name: string }) {
  return (
    <>
      <PersonAvatar name={name} size="small" />
      <span class="chan__name">{name}</span>
    </>
  )
}

const SHOWN = 12

/** Adds people to a channel, one after the other. */
export function AddPeople({ about }: { readonly about: string }) {
  const { users, channels } = useChat('users', 'channels')
  const [members, setMembers] = useState<ReadonlySet<string> | null>(null)
  const [added, setAdded] = useState('')
  const { error, attempt } = useAttempt()
  useEffect(() => {
    void attempt(async () => {
      setMembers(await loadMembers(about))
    })
  }, [about])
  const add = async ({ id, username }: User, clear: () => void): Promise<void> => {
    setAdded('')
    await addMember(about, id)
    setAdded(`${username} was added.`)
    setMembers((known) => new Set([...(known ?? []), id]))
    clear()
  }
  return (
    <Palette
      dialogLabel={`Add people to ${channels.get(about)?.displayName ?? ''}`}
      fieldLabel="Person"
      verb="add"
      listLabel="People"
      empty={members ? emptyText : () => 'Loading the members'}
      find={(query) => (members ? findOthers(users, members, query) : [])}
      draw={({ username }) => <PersonTitle name={username} />}
      onChoose={(user, clear) => void attempt(() => add(user, clear))}
    >
      <FormError text={error} />
      <p class="palette__done" role="status">
        {added}
      </p>
    </Palette>
  )
}

function emptyText(query: string): string {
  return query.trim() === '' ? 'Everybody is in this channel' : `No other person matches “${query}”`
}

function findOthers(
  users: ReadonlyMap<string, User>,
  members: ReadonlySet<string>,
  query: string,
): readonly User[] {
  const wanted = query.trim().replace(/^@/, '')
  return [...users.values()]
    .filter(({ id, active, username }) => active && !members.has(id) && finds(wanted, username))
    .sort((a, b) => compareNames(a.username, b.username))
    .slice(0, SHOWN)
}

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

/** Goes to a channel or a person; only to people if it is `about` them, for a direct message. */
export function Switcher({ about }: { readonly about: string }) {
  const people = about === 'people'
  const state = useChat('users', 'me', 'channels', 'unread')
  return (
    <Palette
      {...(people ? PEOPLE : ALL)}
      verb="open"
      empty={(query) => `No ${people ? '' : 'channel or '}person matches “${query}”`}
      find={(query) => findTargets(state, query, people)}
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

import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Option, Options, useListKeys } from 'express-incoming-webhooks-ui/listbox'
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Channel, User } from '../api/shapes.js'
import { compareNames } from '../state/listed.js'
import { addPerson, loadMembers } from '../state/channel-forms.js'
import { reasonOf } from '../state/reason.js'
import { useChat, useChatState } from './chat-context.jsx'
import { FormError } from './form-error.jsx'
import { Palette } from './palette.jsx'

const SHOWN = 12

interface AddPeopleProps {
  readonly channel: Channel
  readonly onClose: () => void
}

/** Adds people to a channel, one after the other. */
export function AddPeople({ channel, onClose }: AddPeopleProps): JSX.Element {
  const { store } = useChat()
  const users = useChatState((state) => state.users)
  const [members, setMembers] = useState<ReadonlySet<string> | null>(null)
  const [query, setQuery] = useState('')
  const [done, setDone] = useState('')
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    loadMembers(channel).then(setMembers, (fault: unknown) => setError(reasonOf(fault)))
  }, [channel.id])
  const found = members ? findOthers(users, members, query) : []
  const add = async (user: User): Promise<void> => {
    const reason = await addPerson(store, channel, user)
    setError(reason)
    setDone(reason === '' ? `${user.username} was added.` : '')
    if (reason !== '') return
    setMembers((known) => new Set([...(known ?? []), user.id]))
    setQuery('')
    list.reset()
    input.current?.focus()
  }
  const list = useListKeys(found.length, (index) => {
    const user = found[index]
    if (user) void add(user)
  })
  return (
    <Palette
      dialogLabel={`Add people to ${channel.displayName}`}
      fieldLabel="Person"
      placeholder="Name of a person"
      verb="add"
      query={query}
      onQuery={setQuery}
      input={input}
      list={list}
      onClose={onClose}
    >
      <FormError text={error} />
      <p class="palette__done" role="status">
        {done}
      </p>
      <Options
        list={list}
        label="People"
        empty={members ? emptyText(query) : 'Loading the members'}
      >
        {found.map((user, index) => (
          <Option key={user.id} list={list} index={index}>
            <PersonAvatar name={user.username} size="small" />
            <span class="chan__name">{user.username}</span>
          </Option>
        ))}
      </Options>
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
  const wanted = query.trim().replace(/^@/, '').toLowerCase()
  return [...users.values()]
    .filter(({ id, active, username }) => active && !members.has(id) && username.includes(wanted))
    .sort((a, b) => compareNames(a.username, b.username))
    .slice(0, SHOWN)
}

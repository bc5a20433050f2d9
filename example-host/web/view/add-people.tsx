import { finds } from 'express-incoming-webhooks-ui/finding'
import { useEffect, useState } from 'preact/hooks'
import type { User } from '../api/shapes.js'
import { addMember, loadMembers } from '../state/channels.js'
import { compareNames } from '../state/listed.js'
import { useChat } from '../state/use-chat.js'
import { FormError, useAttempt } from './forms.jsx'
import { Palette, PersonTitle } from './palette.jsx'

const SHOWN = 12

/** Adds people to a channel, one after the other. */
export function AddPeople({ about }: { readonly about: string }) {
  const { users, channels } = useChat('users', 'channels')
  const [members, setMembers] = useState<ReadonlySet<string> | null>(null)
  const [query, setQuery] = useState('')
  const [added, setAdded] = useState('')
  const { error, attempt } = useAttempt()
  useEffect(() => {
    void attempt(async () => {
      setMembers(await loadMembers(about))
    })
  }, [about])
  const add = async ({ id, username }: User): Promise<void> => {
    setAdded('')
    await addMember(about, id)
    setAdded(`${username} was added.`)
    setMembers((known) => new Set([...(known ?? []), id]))
    setQuery('')
  }
  return (
    <Palette
      dialogLabel={`Add people to ${channels.get(about)?.displayName ?? ''}`}
      fieldLabel="Person"
      verb="add"
      query={query}
      onQuery={setQuery}
      listLabel="People"
      empty={members ? emptyText(query) : 'Loading the members'}
      found={members ? findOthers(users, members, query) : []}
      keyOf={({ id }) => id}
      draw={({ username }) => <PersonTitle name={username} />}
      onChoose={(user) => void attempt(() => add(user))}
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

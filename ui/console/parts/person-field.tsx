import { PersonAvatar } from 'express-incoming-webhooks-ui'
import { type ListedUser, listUsers } from '../api/directory.js'
import { useSession } from '../state/session.js'
import { type AboutField, TextField } from './field.js'
import { Picker } from './picker.js'

interface PersonFieldProps extends AboutField {
  readonly person: ListedUser | null
  readonly onPerson: (person: ListedUser | null) => void
  /** Who is meant, and comes first, if nobody is chosen. */
  readonly nobody?: ListedUser
}

/** Chooses one of the people, or takes an id from those whose host does not list them. */
export function PersonField(props: PersonFieldProps) {
  const { listsUsers } = useSession().settings
  return listsUsers ? <PersonPicker {...props} /> : <PersonIdField {...props} />
}

function PersonIdField({ person, onPerson, nobody, ...field }: PersonFieldProps) {
  return (
    <TextField
      {...field}
      hint={`User ID of the owner.${nobody ? ' Leave empty for yourself.' : ''}`}
      value={person?.id ?? ''}
      onText={(id) => onPerson(id === '' ? null : { id, username: '', name: id })}
    />
  )
}

const WORDS = {
  find: 'Find a person',
  list: 'People',
  loading: 'Loading people',
  failed: 'The people could not be loaded. Close this and try again.',
  none: 'There is nobody to choose from.',
  noMatch: 'Nobody matches',
}

function PersonPicker({ person, onPerson, nobody, optional: _always, ...field }: PersonFieldProps) {
  const { me } = useSession()
  const chosen = person ?? nobody
  return (
    <Picker
      {...field}
      words={WORDS}
      picture={chosen ? <Face {...chosen} /> : <></>}
      value={
        chosen ? (
          <>
            {chosen.name}
            <span class="subtle"> {noteOf(chosen)}</span>
          </>
        ) : (
          'Choose a person'
        )
      }
      chosenId={chosen?.id ?? ''}
      load={async (query) => {
        const all = await listUsers(query)
        if (!nobody) return all
        const others = all.filter(({ id }) => id !== me.id)
        return isMeant(nobody, query) ? [nobody, ...others] : others
      }}
      optionOf={(user) => ({
        content: (
          <>
            <Face {...user} />
            {user.name}
          </>
        ),
        note: noteOf(user),
      })}
      onChoose={(user) => onPerson(user.id === '' ? null : user)}
    />
  )
}

function Face({ username, name }: ListedUser) {
  return <PersonAvatar name={username || name} size="tiny" />
}

/** The username, unless it is the name already. */
function noteOf({ username, name }: ListedUser) {
  return username === '' || username === name ? '' : `@${username}`
}

function isMeant({ username, name }: ListedUser, query: string) {
  const wanted = query.trim().toLowerCase()
  return [username, name].some((each) => each.toLowerCase().includes(wanted))
}

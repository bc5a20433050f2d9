import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { type ListedUser, listUsers, type Me } from '../api/users.js'
import type { ControlAttributes } from './field.js'
import { Picker } from './picker.js'

interface PeoplePickerProps {
  readonly attributes: ControlAttributes
  readonly me: Me
  /** Null is the user. */
  readonly chosen: ListedUser | null
  readonly onChoose: (user: ListedUser | null) => void
}

const WORDS = {
  find: 'Find a person',
  list: 'People',
  loading: 'Loading people',
  failed: 'The people could not be loaded. Close this and try again.',
  none: 'There is nobody to choose from.',
  noMatch: 'Nobody matches',
}
const YOURSELF = 'Yourself'

/** A button that opens a searchable list of people, in which the user comes first. */
export function PeoplePicker(props: PeoplePickerProps) {
  const { attributes, me, chosen, onChoose } = props
  const you: ListedUser = { id: '', username: me.username, name: YOURSELF }
  const { username, name } = chosen ?? you
  return (
    <Picker
      attributes={attributes}
      label="Owner"
      words={WORDS}
      picture={<PersonAvatar name={username || name} size="tiny" />}
      value={
        <>
          {name}
          <span class="subtle"> {noteOf(chosen ?? you)}</span>
        </>
      }
      chosenId={chosen?.id ?? ''}
      load={async (query) => {
        const others = (await listUsers(query)).filter(({ id }) => id !== me.id)
        return isMeant(you, query) ? [you, ...others] : others
      }}
      optionOf={(user) => ({
        content: (
          <>
            <PersonAvatar name={user.username || user.name} size="tiny" />
            {user.name}
          </>
        ),
        note: noteOf(user),
      })}
      onChoose={(user) => onChoose(user.id === '' ? null : user)}
    />
  )
}

/** The username, unless it is the name already. */
function noteOf({ username, name }: ListedUser): string {
  return username === '' || username === name ? '' : `@${username}`
}

function isMeant({ username, name }: ListedUser, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return [username, name].some((each) => each.toLowerCase().includes(wanted))
}

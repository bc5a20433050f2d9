import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { listChannels } from '../../api/channels.js'
import { type ListedUser, listUsers } from '../../api/users.js'
import type { Displaced } from '../../parts/field.js'
import { Picker } from '../../parts/picker.js'
import { useSession } from '../../state/session.js'
import { faultOf, type FormState } from './form-state.js'

const CHANNEL_WORDS = {
  find: 'Find a channel',
  list: 'Channels',
  loading: 'Loading channels',
  failed: 'The channels could not be loaded. Close this and try again.',
  none: 'There are no channels to choose from.',
  noMatch: 'No channels match',
}

interface ChannelFieldProps {
  readonly form: FormState
  /** Only channels of this team; `''` is any. */
  readonly teamId: string
  readonly mine: Displaced | null
}

export function ChannelField({ form, teamId, mine }: ChannelFieldProps) {
  const { channel } = form.draft
  const fault = faultOf(form, 'channel_id')
  return (
    <Picker
      id="channel_id"
      label="Channel"
      fault={fault}
      hint={fault === null && 'Messages go here unless the payload chooses another channel.'}
      mine={mine}
      words={CHANNEL_WORDS}
      picture={<ChannelIcon isPrivate={channel?.isPrivate === true} />}
      value={channel?.name ?? 'Choose a channel'}
      chosenId={channel?.id ?? ''}
      load={async (query) =>
        (await listChannels(query)).filter((each) => teamId === '' || each.teamId === teamId)
      }
      optionOf={({ name, isPrivate }) => ({
        content: (
          <>
            <ChannelIcon isPrivate={isPrivate} />
            {name}
          </>
        ),
        note: isPrivate ? 'private' : '',
      })}
      onChoose={(chosen) => form.change({ channel: chosen })}
    />
  )
}

function ChannelIcon({ isPrivate }: { isPrivate: boolean }) {
  return <Icon name={isPrivate ? 'lock' : 'channel'} />
}

const OWNER_WORDS = {
  find: 'Find a person',
  list: 'People',
  loading: 'Loading people',
  failed: 'The people could not be loaded. Close this and try again.',
  none: 'There is nobody to choose from.',
  noMatch: 'Nobody matches',
}

/** The owner of a new webhook. The user comes first, and is meant if nobody is chosen. */
export function OwnerField({ form }: { form: FormState }) {
  const { me } = useSession()
  const you: ListedUser = { id: '', username: me.username, name: 'Yourself' }
  const owner = form.draft.owner ?? you
  return (
    <Picker
      id="user_id"
      label="Owner"
      fault={faultOf(form, 'user_id')}
      hint="Messages are posted in this person’s name. This cannot be changed later."
      words={OWNER_WORDS}
      picture={<Face {...owner} />}
      value={
        <>
          {owner.name}
          <span class="subtle"> {noteOf(owner)}</span>
        </>
      }
      chosenId={owner.id}
      load={async (query) => {
        const others = (await listUsers(query)).filter(({ id }) => id !== me.id)
        return isMeant(you, query) ? [you, ...others] : others
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
      onChoose={(user) => form.change({ owner: user.id === '' ? null : user })}
    />
  )
}

function Face({ username, name }: ListedUser) {
  return <PersonAvatar name={username || name} size="tiny" />
}

/** The username, unless it is the name already. */
function noteOf({ username, name }: ListedUser): string {
  return username === '' || username === name ? '' : `@${username}`
}

function isMeant({ username, name }: ListedUser, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return [username, name].some((each) => each.toLowerCase().includes(wanted))
}

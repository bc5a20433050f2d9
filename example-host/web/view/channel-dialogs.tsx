import { Dialog } from 'express-incoming-webhooks-ui/dialog'
import { finds } from 'express-incoming-webhooks-ui/finding'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { SearchBox } from 'express-incoming-webhooks-ui/search-box'
import { useState } from 'preact/hooks'
import { Tick } from 'express-incoming-webhooks-ui/field'
import type { ComponentProps } from 'preact'
import type { Channel } from '../api/shapes.js'
import { compareNames, createChannel, joinChannel, setPurpose } from '../state/channels.js'
import { closeDialog, goToChannel } from '../state/places.js'
import { useChat } from '../state/store.js'
import { Entry, entryOf, FormDialog, FormError, useAttempt } from './forms.jsx'
import { say } from '../state/announcer.js'

const SHOWN = 50

/** Public channels that the reader has not joined. */
export function BrowseDialog() {
  const { channels, own } = useChat('channels', 'own')
  const [query, setQuery] = useState('')
  const { error, attempt } = useAttempt()
  const found = [...channels.values()]
    .filter(({ id, kind }) => kind === 'public' && !own.has(id))
    .filter(({ displayName }) => finds(query, displayName))
    .sort((a, b) => compareNames(a.displayName, b.displayName))
  const join = async (channel: Channel): Promise<void> => {
    await joinChannel(channel)
    closeDialog()
    goToChannel(channel)
  }
  return (
    <Dialog title="Browse channels" onClose={closeDialog}>
      <SearchBox label="Search public channels" role="searchbox" onText={setQuery} />
      <FormError text={error} />
      <p class="muted small" role="status">
        {summary(found.length, query.trim())}
      </p>
      <ul class="browse">
        {found.slice(0, SHOWN).map((channel) => (
          <li key={channel.id}>
            <Icon name="channel" />
            <span class="browse__name">{channel.displayName}</span>
            <button
              type="button"
              class="btn btn--small"
              aria-label={`Join ${channel.displayName}`}
              onClick={() => void attempt(() => join(channel))}
            >
              Join
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function summary(count: number, wanted: string): string {
  if (count > SHOWN)
    return `${countText(count, 'channel')}. Search to see more than the first ${SHOWN}.`
  if (count > 0) return `${countText(count, 'channel')} that you have not joined`
  return wanted === '' ? 'You have joined all public channels.' : `No channel matches “${wanted}”`
}

const MAX_NAME = 64

export function CreateChannelDialog() {
  const { busy, error, attempt } = useAttempt()
  const create = async (form: HTMLFormElement): Promise<void> => {
    const isCreated = await attempt(async () => {
      const channel = await createChannel({
        displayName: entryOf(form, 'channel-name').trim(),
        purpose: entryOf(form, 'channel-purpose').trim(),
        isPrivate: entryOf(form, 'kind') === 'private',
      })
      closeDialog()
      goToChannel(channel)
    })
    if (!isCreated) form.querySelector('input')?.focus()
  }
  return (
    <FormDialog
      title="Create channel"
      action="Create channel"
      acting="Creating"
      busy={busy}
      onSubmit={(form) => void create(form)}
    >
      <Entry
        id="channel-name"
        label="Name"
        type="text"
        maxLength={MAX_NAME}
        autocomplete="off"
        error={error}
      />
      <PurposeEntry optional />
      <fieldset class="choices mt-6">
        <legend class="label mb-3">Who can read it</legend>
        {KINDS.map(({ kind, label, hint }) => (
          <Tick
            key={kind}
            type="radio"
            name="kind"
            value={kind}
            id={`kind-${kind}`}
            text={label}
            hint={hint}
            defaultChecked={kind === 'public'}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

const KINDS = [
  { kind: 'public', label: 'Public', hint: 'Everyone can find, read and join it.' },
  { kind: 'private', label: 'Private', hint: 'Only its members can find and read it.' },
] as const

export function PurposeDialog({ about }: { readonly about: string }) {
  const { channels } = useChat('channels')
  const { busy, error, attempt } = useAttempt()
  const save = async (form: HTMLFormElement): Promise<void> => {
    await setPurpose(about, entryOf(form, 'channel-purpose').trim())
    say('Purpose saved')
    closeDialog()
  }
  return (
    <FormDialog
      title="Edit purpose"
      action="Save"
      acting="Saving"
      busy={busy}
      onSubmit={(form) => void attempt(() => save(form))}
    >
      <PurposeEntry defaultValue={channels.get(about)?.purpose ?? ''} />
      <FormError text={error} />
    </FormDialog>
  )
}

/** Characters, as the server counts them or fewer. */
const MAX_PURPOSE = 250

/** What a channel is for. */
function PurposeEntry(props: Pick<ComponentProps<typeof Entry>, 'optional' | 'defaultValue'>) {
  return (
    <Entry
      id="channel-purpose"
      label="Purpose"
      hint="What the channel is for. Shown below its name."
      type="text"
      dir="auto"
      maxLength={MAX_PURPOSE}
      autocomplete="off"
      {...props}
    />
  )
}

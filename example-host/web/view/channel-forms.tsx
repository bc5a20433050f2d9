import { Tick } from 'express-incoming-webhooks-ui/field'
import type { ComponentProps } from 'preact'
import { say } from '../state/announcer.js'
import { createChannel, setPurpose } from '../state/channels.js'
import { closeDialog, goToChannel } from '../state/places.js'
import { useChat } from '../state/store.js'
import { Entry, entryOf, FormDialog, FormError, useAttempt } from './forms.jsx'

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

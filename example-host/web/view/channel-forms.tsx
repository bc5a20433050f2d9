import type { ComponentChildren } from 'preact'
import { say } from '../state/announcer.js'
import { createChannel, setPurpose } from '../state/channels.js'
import { closeDialog } from '../state/dialog.js'
import { goToChannel } from '../state/places.js'
import { useChat } from '../state/use-chat.js'
import { FormDialog } from './form-dialog.jsx'
import { entryOf, Field, FormError, useAttempt } from './forms.jsx'

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
      <Field
        id="channel-name"
        label="Name"
        type="text"
        maxLength={MAX_NAME}
        autocomplete="off"
        error={error}
      />
      <PurposeField
        label={
          <>
            Purpose <span class="label__opt">optional</span>
          </>
        }
      />
      <fieldset class="choices mt-6">
        <legend class="label mb-3">Who can read it</legend>
        {KINDS.map(({ kind, label, hint }) => (
          <div key={kind} class="choice">
            <input
              type="radio"
              name="kind"
              value={kind}
              id={`kind-${kind}`}
              aria-describedby={`kind-${kind}-hint`}
              defaultChecked={kind === 'public'}
            />
            <label class="choice__text" for={`kind-${kind}`}>
              {label}
            </label>
            <span class="choice__hint" id={`kind-${kind}-hint`}>
              {hint}
            </span>
          </div>
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
      <PurposeField label="Purpose" value={channels.get(about)?.purpose ?? ''} />
      <FormError text={error} />
    </FormDialog>
  )
}

/** Characters, as the server counts them or fewer. */
const MAX_PURPOSE = 250

/** What a channel is for. */
function PurposeField(props: { readonly label: ComponentChildren; readonly value?: string }) {
  return (
    <Field
      id="channel-purpose"
      hint="What the channel is for. Shown below its name."
      type="text"
      dir="auto"
      maxLength={MAX_PURPOSE}
      autocomplete="off"
      label={props.label}
      defaultValue={props.value ?? ''}
    />
  )
}

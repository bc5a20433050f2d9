import { say } from '../state/announcer.js'
import { createChannel, setPurpose } from '../state/channels.js'
import { closeDialog } from '../state/dialog.js'
import { goToChannel } from '../state/places.js'
import { useChat } from '../state/use-chat.js'
import { FormDialog } from './form-dialog.jsx'
import { entryOf, FormError, useAttempt } from './forms.jsx'

const MAX_NAME = 64

export function CreateChannelDialog() {
  const { busy, error, attempt } = useAttempt()
  const create = async (form: HTMLFormElement): Promise<void> => {
    const isCreated = await attempt(async () => {
      const channel = await createChannel({
        displayName: entryOf(form, 'name').trim(),
        purpose: entryOf(form, 'purpose').trim(),
        kind: entryOf(form, 'kind') === 'private' ? 'private' : 'public',
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
      <div class="field">
        <label class="label" for="channel-name">
          Name
        </label>
        <input
          class="input"
          id="channel-name"
          name="name"
          type="text"
          maxLength={MAX_NAME}
          autocomplete="off"
          aria-invalid={error !== ''}
          {...(error === '' ? {} : { 'aria-describedby': 'channel-name-error' })}
        />
        <FormError id="channel-name-error" text={error} />
      </div>
      <PurposeField optional />
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
    await setPurpose(about, entryOf(form, 'purpose').trim())
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
      <PurposeField value={channels.get(about)?.purpose ?? ''} />
      <FormError text={error} />
    </FormDialog>
  )
}

/** Characters, as the server counts them or fewer. */
const MAX_PURPOSE = 250

interface PurposeFieldProps {
  readonly value?: string
  readonly optional?: boolean
}

/** What a channel is for: the entry `purpose` of a form. */
function PurposeField({ value = '', optional = false }: PurposeFieldProps) {
  return (
    <div class={optional ? 'field mt-6' : 'field'}>
      <label class="label" for="channel-purpose">
        Purpose {optional && <span class="label__opt">optional</span>}
      </label>
      <input
        class="input"
        id="channel-purpose"
        name="purpose"
        type="text"
        dir="auto"
        maxLength={MAX_PURPOSE}
        autocomplete="off"
        defaultValue={value}
        aria-describedby="channel-purpose-hint"
      />
      <p class="hint" id="channel-purpose-hint">
        What the channel is for. Shown below its name.
      </p>
    </div>
  )
}

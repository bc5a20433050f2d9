import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { createChannel } from '../state/channel-forms.js'
import { useChat } from './chat-context.jsx'
import { FormDialog } from './form-dialog.jsx'
import { FormError } from './form-error.jsx'
import { PurposeField } from './purpose-field.jsx'

const MAX_NAME = 64
type Kind = 'public' | 'private'

export function CreateChannelDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { store, places } = useChat()
  const [kind, setKind] = useState<Kind>('public')
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const purpose = useRef<HTMLInputElement>(null)
  const create = async (): Promise<void> => {
    const name = field.current?.value.trim() ?? ''
    if (name === '') {
      setError('Enter a name.')
      field.current?.focus()
      return
    }
    setBusy(true)
    const made = await createChannel(store, {
      displayName: name,
      purpose: purpose.current?.value.trim() ?? '',
      kind,
    })
    setBusy(false)
    if (typeof made === 'string') {
      setError(made)
      field.current?.focus()
      return
    }
    onClose()
    places.goTo(made)
  }
  return (
    <FormDialog
      title="Create channel"
      action="Create channel"
      acting="Creating"
      busy={busy}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <div class="field">
        <label class="label" for="channel-name">
          Name
        </label>
        <input
          ref={field}
          class="input"
          id="channel-name"
          type="text"
          maxLength={MAX_NAME}
          autocomplete="off"
          aria-invalid={error !== ''}
          {...(error === '' ? {} : { 'aria-describedby': 'channel-name-error' })}
        />
        <FormError id="channel-name-error" text={error} />
      </div>
      <PurposeField input={purpose} optional />
      <Kinds kind={kind} onKind={setKind} />
    </FormDialog>
  )
}

interface KindsProps {
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
}

function Kinds({ kind, onKind }: KindsProps): JSX.Element {
  const choice = (value: Kind, label: string, hint: string): JSX.Element => (
    <div class="choice">
      <input
        type="radio"
        name="kind"
        id={`kind-${value}`}
        aria-describedby={`kind-${value}-hint`}
        checked={kind === value}
        onChange={() => onKind(value)}
      />
      <label class="choice__text" for={`kind-${value}`}>
        {label}
      </label>
      <span class="choice__hint" id={`kind-${value}-hint`}>
        {hint}
      </span>
    </div>
  )
  return (
    <fieldset class="choices mt-6">
      <legend class="label mb-3">Who can read it</legend>
      {choice('public', 'Public', 'Everyone can find, read and join it.')}
      {choice('private', 'Private', 'Only its members can find and read it.')}
    </fieldset>
  )
}

import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { Channel } from '../api/shapes.js'
import { setPurpose } from '../state/channel-forms.js'
import { useChat } from './chat-context.jsx'
import { FormDialog } from './form-dialog.jsx'
import { FormError } from './form-error.jsx'
import { PurposeField } from './purpose-field.jsx'

interface PurposeDialogProps {
  readonly channel: Channel
  readonly onClose: () => void
}

export function PurposeDialog({ channel, onClose }: PurposeDialogProps): JSX.Element {
  const { store, announcer } = useChat()
  const [error, setError] = useState('')
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const save = async (): Promise<void> => {
    setBusy(true)
    const reason = await setPurpose(store, channel, field.current?.value.trim() ?? '')
    setBusy(false)
    setError(reason)
    if (reason !== '') return
    announcer.say('Purpose saved')
    onClose()
  }
  return (
    <FormDialog
      title="Edit purpose"
      action="Save"
      acting="Saving"
      busy={busy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <PurposeField input={field} value={channel.purpose} />
      <FormError text={error} />
    </FormDialog>
  )
}

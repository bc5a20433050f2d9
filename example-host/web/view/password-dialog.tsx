import { useState } from 'preact/hooks'
import { changePassword, type PasswordFault } from '../state/password.js'
import { useChat } from '../state/use-chat.js'
import { FormDialog } from './form-dialog.jsx'
import { entryOf, FormError } from './forms.jsx'

const LEAST_BYTES = 8
const MOST_BYTES = 72

export function PasswordDialog() {
  const { me } = useChat('me')
  const [fault, setFault] = useState<PasswordFault | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const [current, wanted] = [entryOf(form, 'current'), entryOf(form, 'new')]
    const found = faultIn(current, wanted, me.admin)
    if (!found) setBusy(true)
    const reason = found ?? (await changePassword(me, current, wanted))
    setBusy(false)
    setFault(reason)
    if (reason) document.getElementById(`password-${reason.field || 'new'}`)?.focus()
    else location.reload()
  }
  return (
    <FormDialog
      title="Change password"
      action="Change password"
      acting="Changing"
      busy={busy}
      onSubmit={(form) => void submit(form)}
    >
      {/* For password managers. */}
      <input type="text" autocomplete="username" value={me.username} hidden readOnly />
      {!me.admin && <Field name="current" label="Current password" fault={fault} />}
      <Field name="new" label="New password" fault={fault} about="At least 8 characters" />
      <p class="muted small mt-4">Other browsers and programs will be signed out.</p>
      {fault?.field === '' && <FormError text={fault.text} />}
    </FormDialog>
  )
}

interface FieldProps {
  readonly name: 'current' | 'new'
  readonly label: string
  readonly fault: PasswordFault | null
  readonly about?: string
}

function Field({ name, label, fault, about = '' }: FieldProps) {
  const id = `password-${name}`
  const error = fault?.field === name ? fault.text : ''
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      <input
        class="input"
        id={id}
        name={name}
        type="password"
        autocomplete={name === 'new' ? 'new-password' : 'current-password'}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-about`}
      />
      <div id={`${id}-about`}>
        {error === '' && about !== '' && <p class="muted small">{about}</p>}
        <FormError text={error} />
      </div>
    </div>
  )
}

function faultIn(current: string, wanted: string, isAdmin: boolean): PasswordFault | null {
  if (current === '' && !isAdmin) {
    return { field: 'current', text: 'Enter your current password.' }
  }
  const bytes = new TextEncoder().encode(wanted).length
  if (bytes < LEAST_BYTES) return { field: 'new', text: 'Enter at least 8 characters.' }
  if (bytes > MOST_BYTES) return { field: 'new', text: 'Enter at most 72 characters.' }
  return null
}

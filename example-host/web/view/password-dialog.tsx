import { useState } from 'preact/hooks'
import { changePassword, type PasswordFault } from '../state/password.js'
import { useChat } from '../state/store.js'
import { Entry, entryOf, FormDialog, FormError } from './forms.jsx'

const LEAST_BYTES = 8
const MOST_BYTES = 72

export function PasswordDialog() {
  const { me } = useChat('me')
  const [fault, setFault] = useState<PasswordFault | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const [current, wanted] = [entryOf(form, 'password-current'), entryOf(form, 'password-new')]
    const found = faultIn(current, wanted, me.admin)
    if (!found) setBusy(true)
    const reason = found ?? (await changePassword(me, current, wanted))
    setBusy(false)
    setFault(reason)
    if (reason) document.getElementById(`password-${reason.field || 'new'}`)?.focus()
    else location.reload()
  }
  const errorOf = (field: string): string => (fault?.field === field ? fault.text : '')
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
      {!me.admin && (
        <Entry
          id="password-current"
          label="Current password"
          type="password"
          autocomplete="current-password"
          error={errorOf('current')}
        />
      )}
      <Entry
        id="password-new"
        label="New password"
        hint="At least 8 characters"
        type="password"
        autocomplete="new-password"
        error={errorOf('new')}
      />
      <p class="muted small mt-4">Other browsers and programs will be signed out.</p>
      <FormError text={errorOf('')} />
    </FormDialog>
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

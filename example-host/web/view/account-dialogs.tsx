import { CallError, isUnanswered } from 'express-incoming-webhooks-ui/call'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { listOf } from 'express-incoming-webhooks-ui/wire'
import { useEffect, useState } from 'preact/hooks'
import { call, reasonOf, Refusal, signIn } from '../api/call.js'
import { Entry, entryOf, FormDialog, FormError, useAttempt } from './forms.jsx'
import type { User } from '../api/shapes.js'
import { setLeaving } from '../state/session.js'
import { useChat } from '../state/store.js'

const LOGINS = '/users/me/logins'

async function claimLogin(login: string): Promise<void> {
  try {
    await call('POST', LOGINS, { login })
  } catch (error) {
    const isRefused = error instanceof CallError && error.status === 400
    throw isRefused ? new Refusal(error.detail || 'Enter the address of your profile') : error
  }
}

/** The own logins at forges, whose reports then mention the reader. */
export function LoginsDialog() {
  const [logins, setLogins] = useState<readonly string[]>([])
  const [said, setSaid] = useState('')
  const { busy, error, attempt } = useAttempt()
  const load = async (): Promise<void> => {
    setLogins(listOf(await call('GET', LOGINS)).map(String))
  }
  useEffect(() => {
    void attempt(load)
  }, [])
  const change = async (act: () => Promise<unknown>, done: string): Promise<boolean> => {
    setSaid('')
    return attempt(async () => {
      await act()
      await load()
      setSaid(done)
    })
  }
  const claim = async (form: HTMLFormElement): Promise<void> => {
    const login = entryOf(form, 'login-at')
    if (await change(() => claimLogin(login), 'The login is yours.')) form.reset()
    form.querySelector('input')?.focus()
  }
  const release = (login: string, form: HTMLFormElement | null): void => {
    const path = `${LOGINS}/${encodeURIComponent(login)}`
    void change(() => call('DELETE', path), `${login} was released.`).then(() => {
      form?.querySelector('input')?.focus()
    })
  }
  return (
    <FormDialog
      title="Your logins at forges"
      action="Claim"
      acting="Claiming"
      busy={busy}
      onSubmit={(form) => void claim(form)}
    >
      <Entry
        id="login-at"
        label="Login"
        hint="As in the address of your profile, such as github.com/octocat"
        type="text"
        inputmode="url"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        error={error}
      />
      <ul class="browse mt-4">
        {logins.map((login) => (
          <li key={login}>
            <Icon name="at" />
            <span class="browse__name">{login}</span>
            <button
              type="button"
              class="btn btn--small"
              aria-label={`Release ${login}`}
              onClick={({ currentTarget }) => {
                release(login, currentTarget.form)
              }}
            >
              Release
            </button>
          </li>
        ))}
      </ul>
      <p class="muted small mt-4">
        Messages about reviews, issues and comments there can then mention you here.
      </p>
      <p class="vh" role="status">
        {said}
      </p>
    </FormDialog>
  )
}

interface PasswordFault {
  readonly field: 'current' | 'new' | ''
  readonly text: string
}

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

/**
 * Sets the own password, which ends all sessions, and signs in again if it can. Returns why the
 * password was not set.
 */
async function changePassword(
  { username, admin }: User,
  currentPassword: string,
  newPassword: string,
): Promise<PasswordFault | null> {
  setLeaving(true)
  try {
    await call('PUT', '/users/me/password', {
      current_password: admin ? undefined : currentPassword,
      new_password: newPassword,
    })
  } catch (error) {
    setLeaving(false)
    return faultOf(error)
  }
  try {
    await signIn(username, newPassword)
  } catch (error) {
    // The password is set: the page that is loaded next asks for it.
    if (!(error instanceof CallError)) throw error
  }
  return null
}

function faultOf(error: unknown): PasswordFault {
  if (!(error instanceof CallError)) throw error
  if (isUnanswered(error) || error.status >= 500) {
    return { field: '', text: 'The server did not respond. Try again.' }
  }
  if (error.status === 429) return { field: '', text: 'Too many attempts. Try again later.' }
  // The form has checked the new one.
  if (error.status === 400) return { field: 'current', text: 'This is not your current password.' }
  return { field: '', text: reasonOf(error) }
}

import { CallError } from 'express-incoming-webhooks-ui/call'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { listOf } from 'express-incoming-webhooks-ui/wire'
import { useEffect, useState } from 'preact/hooks'
import { call, Refusal } from '../api/call.js'
import { Entry, entryOf, FormDialog, useAttempt } from './forms.jsx'

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

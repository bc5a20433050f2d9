import { CallError } from 'express-incoming-webhooks-ui/call'
import { Icon, Mark } from 'express-incoming-webhooks-ui/icon'
import { Notice } from 'express-incoming-webhooks-ui/notice'
import { countText } from 'express-incoming-webhooks-ui/numbers'
import { type ComponentProps, render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { hasModifier } from 'express-incoming-webhooks-ui/modifiers'
import { useLate } from 'express-incoming-webhooks-ui/skeleton'
import { hasSession, onSignedOut, sessionState, signIn } from '../api/call.js'
import { Entry, entryOf } from './forms.jsx'
import { goTo, readAddress, showPlace } from '../state/places.js'
import { startChat } from '../state/chat.js'
import { toSignIn } from '../state/session.js'
import { store, useChat } from '../state/store.js'
import { ChatPage, showTabIcon } from './chat-page.jsx'
import { Failed, NoPage } from './empty.jsx'

type State = 'ready' | 'busy' | 'blank' | 'wrong' | 'wait' | 'offline'

interface SignInProps {
  readonly expired: boolean
  readonly onDone: () => void
}

const MINUTE = 60_000

function SignIn({ expired, onDone }: SignInProps) {
  const [state, setState] = useState<State>('ready')
  const [waitUntil, setWaitUntil] = useState(0)
  const [now, setNow] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useEffect(() => {
    if (state !== 'wait') return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= waitUntil) setState('ready')
    }, 1_000)
    return () => clearInterval(timer)
  }, [state, waitUntil])
  const submit = async (fields: HTMLFormElement): Promise<void> => {
    const [login, password] = [entryOf(fields, 'login'), entryOf(fields, 'password')]
    if (login === '' || password === '') {
      setState('blank')
      fields.querySelector<HTMLElement>(login === '' ? '#login' : '#password')?.focus()
      return
    }
    setState('busy')
    try {
      await signIn(login, password)
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 0) setState('offline')
      else if (error.status === 429) {
        setNow(Date.now())
        setWaitUntil(Date.now() + Math.max(error.retryAfter, 1) * 1_000)
        setState('wait')
      } else setState(error.status >= 500 ? 'offline' : 'wrong')
    }
  }
  return (
    <main class="center" id="main">
      <div class="signin">
        <div class="signin__brand">
          <Mark large />
          <div>
            <h1>Sign in to Main</h1>
            {expired && <p>You have been signed out. Sign in again to return to this page.</p>}
          </div>
        </div>
        <div class="card">
          <form
            class="card__body"
            noValidate
            ref={form}
            onSubmit={(event) => {
              event.preventDefault()
              if (state !== 'busy' && state !== 'wait') void submit(event.currentTarget)
            }}
          >
            <SignInNotice state={state} wait={waitUntil - now} />
            <Fields wrong={state === 'wrong' || state === 'blank'} />
            <div class="mt-6">
              <SubmitButton state={state} />
            </div>
          </form>
        </div>
        <p class="fine mt-5">Forgot your password? Ask an administrator for a new one.</p>
      </div>
      <p class="fine">express-incoming-webhooks, example host</p>
    </main>
  )
}

const NOTICES: Readonly<Partial<Record<State, ComponentProps<typeof Notice>>>> = {
  blank: { kind: 'bad', children: 'Enter your username and your password.' },
  wrong: { kind: 'bad', children: 'Incorrect username or password.' },
  offline: {
    kind: 'warn',
    icon: 'offline',
    children: 'The server cannot be reached. Check your connection and try again.',
  },
}

function SignInNotice({ state, wait }: { state: State; wait: number }) {
  const minutes = countText(Math.max(1, Math.ceil(wait / MINUTE)), 'minute')
  const notice =
    state === 'wait'
      ? ({
          kind: 'warn',
          icon: 'clock',
          children: `Too many attempts. Try again in ${minutes}.`,
        } as const)
      : NOTICES[state]
  return notice ? <Notice {...notice} role="alert" class="mb-4" /> : null
}

function Fields({ wrong }: { readonly wrong: boolean }) {
  const [shown, setShown] = useState(false)
  return (
    <>
      <Entry
        id="login"
        label="Username or email"
        type="text"
        autocomplete="username"
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={wrong}
      />
      <Entry
        id="password"
        label="Password"
        {...(shown ? { type: 'text' as const } : { type: 'password' as const })}
        autocomplete="current-password"
        aria-invalid={wrong}
      >
        <button
          type="button"
          class="btn btn--square"
          aria-pressed={shown}
          aria-label="Show password"
          onClick={() => setShown(!shown)}
        >
          <Icon name="eye" />
        </button>
      </Entry>
    </>
  )
}

function SubmitButton({ state }: { readonly state: State }) {
  const busy = state === 'busy'
  return (
    <button
      type="submit"
      class={state === 'wait' ? 'btn btn--block' : 'btn btn--primary btn--block'}
      disabled={state === 'wait'}
      aria-busy={busy}
    >
      {busy && <span class="spin" aria-hidden="true" />}
      {busy ? 'Signing in' : 'Sign in'}
    </button>
  )
}

function App() {
  const [address] = useState(() => readAddress(location))
  useEffect(() => showTabIcon('none'), [])
  if (address.page === 'unknown' || sessionState === 'unknown-page') return <NoPage />
  if (address.page !== 'sign-in') return <SignedIn />
  return <SignIn expired={address.expired} onDone={() => location.replace(address.to)} />
}

function SignedIn() {
  const { started } = useChat('started')
  useEffect(() => void begin(), [])
  if (started === 'ready') return <ChatPage />
  if (started === 'loading') return <Starting />
  return (
    <main class="center" id="main">
      <Failed isPage requestId="" onRetry={() => location.reload()} />
    </main>
  )
}

// Until the page is left, so nothing of it ends.
async function begin(): Promise<void> {
  followInnerLinks()
  onSignedOut(() => toSignIn(true))
  if (!hasSession()) {
    toSignIn(false)
    return
  }
  await startChat()
  if (store.get().started === 'ready') await showPlace()
}

function Starting() {
  const late = useLate()
  if (!late) return null
  return (
    <main class="center" id="main">
      <h1 class="vh">Messages</h1>
      <p class="row muted" role="status">
        <span class="spin" aria-hidden="true" />
        Loading messages
      </p>
    </main>
  )
}

const PLACES = new Set(['channel', 'post'])

/** From now on, links to channels and posts of this chat open without loading a new page. */
function followInnerLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || hasModifier(event)) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.origin !== location.origin || !PLACES.has(readAddress(link).page)) return
    event.preventDefault()
    goTo(link.pathname + link.search)
  })
  addEventListener('popstate', () => void showPlace())
}

const root = document.getElementById('app')
if (root) render(<App />, root)

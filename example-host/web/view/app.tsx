import { hasModifier } from 'express-incoming-webhooks-ui/modifiers'
import { useLate } from 'express-incoming-webhooks-ui/skeleton'
import { render } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { hasSession, onSignedOut } from '../api/call.js'
import { sessionState } from '../api/root.js'
import { readAddress } from '../state/addresses.js'
import { startChat } from '../state/chat.js'
import { goTo, showPlace } from '../state/places.js'
import { toSignIn } from '../state/session.js'
import { store, useChat } from '../state/store.js'
import { ChatPage, showTabIcon } from './chat-page.jsx'
import { Failed, NoPage } from './empty.jsx'
import { SignIn } from './sign-in.jsx'

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

import { useLate } from 'express-incoming-webhooks-ui/skeleton'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { hasSession, onSignedOut } from '../api/call.js'
import { sessionState } from '../api/root.js'
import { readAddress } from '../state/addresses.js'
import { toSignIn } from '../state/session.js'
import { ChatPage } from './chat-page.jsx'
import { useChat, useChatState } from './chat-context.jsx'
import { Failed } from './channel-pane.jsx'
import { showTabIcon } from './tab-icon.js'
import { NotFound } from './not-found.jsx'
import { SignIn } from './sign-in.jsx'
import { useInnerLinks } from './use-inner-links.js'

export function App(): JSX.Element | null {
  const [address] = useState(() => readAddress(location))
  useEffect(() => showTabIcon('none'), [])
  if (address.page === 'unknown' || sessionState === 'unknown-page') return <NotFound />
  if (address.page === 'sign-in') {
    return <SignIn expired={address.expired} onDone={() => location.replace(address.to)} />
  }
  return <SignedIn />
}

function SignedIn(): JSX.Element | null {
  const chat = useChat()
  const started = useChatState((state) => state.started)
  useInnerLinks()
  useEffect(() => {
    const stopListening = onSignedOut(() => toSignIn(true))
    if (!hasSession()) toSignIn(false)
    else void begin()
    return () => {
      stopListening()
      chat.stop()
    }
    async function begin(): Promise<void> {
      await chat.start()
      if (chat.store.get().started === 'ready') await chat.places.show()
    }
  }, [chat])
  if (started === 'ready') return <ChatPage />
  if (started === 'loading') return <Starting />
  return (
    <main class="center" id="main">
      <Failed isPage requestId="" onRetry={() => location.reload()} />
    </main>
  )
}

function Starting(): JSX.Element | null {
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

import { readToken } from 'express-incoming-webhooks-ui'
import { useEffect, useState } from 'preact/hooks'
import { onSignedOut } from './api/call.js'
import { BareFrame, Frame } from './frame/frame.js'
import { ConnectPage } from './pages/connect/connect.js'
import { ListPage } from './pages/list/list.js'
import {
  AdministratorsOnly,
  Failure,
  NoSuchPage,
  Restricted,
  SignedOut,
  TurnedOff,
} from './pages/loaded.js'
import { RequestsPage } from './pages/requests/requests-page.js'
import { WebhookPage } from './pages/webhook/webhook.js'
import { later } from './parts/later.js'
import { useLoaded } from './state/loading.js'
import { CONSOLE_PAGES, type Route, useRoute } from './state/route.js'
import { readSession, servesIntegrations, type Session, SessionContext } from './state/session.js'

const AddPage = later(async () => (await forms()).AddPage, Failure)
const RequestPage = later(async () => (await forms()).RequestPage, Failure)
const WorkbenchPage = later(
  async () => (await import('./pages/workbench.js')).WorkbenchPage,
  Failure,
)
const IntegrationsPage = later(async () => (await administration()).IntegrationsPage, Failure)
const LoggingPage = later(async () => (await administration()).LoggingPage, Failure)
const LogsPage = later(async () => (await administration()).LogsPage, Failure)

function forms() {
  return import('./pages/forms.js')
}

function administration() {
  return import('./pages/administration.js')
}

export function App() {
  const route = useRoute()
  const { value, error, slow, reload } = useLoaded(readSession)
  const [signedOut, setSignedOut] = useState(false)
  useEffect(() => onSignedOut(() => setSignedOut(true)), [])
  if (signedOut || value === null) {
    return (
      <BareFrame>
        {signedOut && <SignedOut wasSignedIn={value !== null || readToken() !== null} />}
        {!signedOut && error && <Failure error={error} retry={reload} />}
        {!signedOut && slow && (
          <p class="row muted" role="status">
            <span class="spin" aria-hidden="true" />
            Loading
          </p>
        )}
      </BareFrame>
    )
  }
  const session: Session = { ...value, refresh: reload }
  const message = refusalOf(route, session)
  return (
    <SessionContext.Provider value={session}>
      {message ? (
        <BareFrame>{message}</BareFrame>
      ) : (
        <Frame page={route.page}>
          <Page route={route} />
        </Frame>
      )}
    </SessionContext.Provider>
  )
}

/** The message to show instead of the page if the user may not see it, or null. */
function refusalOf({ page }: Route, session: Session) {
  if (page === 'unknown') return <NoSuchPage />
  const isOfConsole = CONSOLE_PAGES.some((each) => each === page)
  if (isOfConsole && !session.me.admin) return <AdministratorsOnly />
  if (isOfConsole && page !== 'requests') return null
  if (!session.settings.enableIncomingWebhooks) return <TurnedOff />
  return servesIntegrations(session) ? null : <Restricted />
}

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'add':
      return <AddPage />
    case 'connect':
      return <ConnectPage key={route.id} id={route.id} />
    case 'workbench':
      return <WorkbenchPage key={route.id} id={route.id} />
    case 'webhook':
      return <WebhookPage key={route.id} id={route.id} tab={route.tab} />
    case 'request':
      return <RequestPage key={route.requestId} id={route.id} requestId={route.requestId} />
    case 'requests':
      return <RequestsPage />
    case 'integrations':
      return <IntegrationsPage />
    case 'logging':
      return <LoggingPage />
    case 'logs':
      return <LogsPage />
    default:
      return <ListPage />
  }
}

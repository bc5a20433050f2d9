import {
  AppearanceChoice,
  Bar as Shown,
  Icon,
  Mark,
  readToken,
  SignedIn,
} from 'express-incoming-webhooks-ui'
import type { ComponentProps } from 'preact'
import { useContext } from 'preact/hooks'
import { signOut } from '../api/directory.js'
import { config, labels, signInAddress } from '../config.js'
import { Link } from '../parts/link.js'
import { servesIntegrations, SessionContext } from '../state/session.js'

/** Without a session above it, the signed-in user is not known yet. */
export function Bar(drawer: Pick<ComponentProps<typeof Shown>, 'drawer'>) {
  const name = useContext(SessionContext)?.me.username ?? ''
  return (
    <Shown
      {...drawer}
      menu={labels.mainMenu}
      brand={
        <>
          {config.logoUrl === null ? (
            <Mark />
          ) : (
            <img class="mark mark--picture" src={config.logoUrl} alt="" />
          )}
          <span>{config.brandName || config.teamName || 'Webhooks'}</span>
        </>
      }
      end={name !== '' && <SignedIn name={name} />}
    >
      {(close) => <MainMenu close={close} />}
    </Shown>
  )
}

/** Entries that the user cannot use are hidden, not disabled. */
function MainMenu({ close }: { readonly close: () => void }) {
  const session = useContext(SessionContext)
  return (
    <>
      {config.homeUrl !== null && (
        <a class="menu__item" href={config.homeUrl}>
          <Icon name="message" />
          {labels.home}
        </a>
      )}
      {session !== null && servesIntegrations(session) && (
        <Link class="menu__item" to="" onFollow={close}>
          <Icon name="webhook" />
          {labels.integrations}
        </Link>
      )}
      {session?.me.admin === true && (
        <Link class="menu__item" to="console/integrations" onFollow={close}>
          <Icon name="gear" />
          {labels.systemConsole}
        </Link>
      )}
      <hr class="menu__sep" />
      <AppearanceChoice />
      {session !== null && (endsSession() || config.signOutUrl !== null) && (
        <SignOut name={session.me.username} />
      )}
    </>
  )
}

/** Whether the session is one that the auth router can end. */
function endsSession() {
  return config.signsOutCookie || readToken() !== null
}

function SignOut({ name }: { name: string }) {
  const leave = async () => {
    if (endsSession()) await signOut()
    location.assign(config.signOutUrl ?? config.homeUrl ?? signInAddress() ?? config.base.href)
  }
  return (
    <>
      <hr class="menu__sep" />
      <button type="button" class="menu__item" onClick={() => void leave()}>
        <Icon name="leave" />
        Sign out<span class="menu__note">{name}</span>
      </button>
    </>
  )
}

import { AppearanceChoice } from 'express-incoming-webhooks-ui/appearance-choice'
import { Icon, Mark } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import { SignedIn } from 'express-incoming-webhooks-ui/signed-in'
import { readToken } from 'express-incoming-webhooks-ui/token'
import { signOut } from '../api/directory.js'
import { config, labels, signInAddress } from '../config.js'
import { Link } from '../parts/link.js'
import { servesIntegrations, type Session } from '../state/session.js'

interface BarProps {
  /** Null until the signed-in user is known. */
  readonly session: Session | null
  /** Of the side navigation. */
  readonly drawer?: { readonly open: boolean; readonly toggle: () => void }
}

export function Bar({ session, drawer }: BarProps) {
  return (
    <header class="bar">
      <div class="bar__start">
        {drawer && (
          <button
            type="button"
            class="btn btn--ghost btn--square only-narrow"
            aria-expanded={drawer.open}
            aria-controls="side"
            aria-label={drawer.open ? 'Close navigation' : 'Open navigation'}
            onClick={drawer.toggle}
          >
            <Icon name="menu" />
          </button>
        )}
        <Menu
          id="main-menu"
          name={labels.mainMenu}
          buttonClass="brand"
          button={
            <>
              {config.logoUrl === null ? (
                <Mark />
              ) : (
                <img class="mark mark--picture" src={config.logoUrl} alt="" />
              )}
              <span>{config.brandName || config.teamName || 'Webhooks'}</span>
              <Icon name="down" size="small" />
              <span class="vh">{labels.mainMenu}</span>
            </>
          }
        >
          {(close) => <MainMenu session={session} close={close} />}
        </Menu>
      </div>
      <div class="bar__end">
        {session !== null && session.me.username !== '' && <SignedIn name={session.me.username} />}
      </div>
    </header>
  )
}

interface MainMenuProps {
  readonly session: Session | null
  readonly close: () => void
}

/** Entries that the user cannot use are hidden, not disabled. */
function MainMenu({ session, close }: MainMenuProps) {
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
function endsSession(): boolean {
  return config.signsOutCookie || readToken() !== null
}

function SignOut({ name }: { name: string }) {
  const leave = async (): Promise<void> => {
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

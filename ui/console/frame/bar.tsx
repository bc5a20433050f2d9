import { AppearanceChoice } from 'express-incoming-webhooks-ui/appearance-choice'
import { Bar as Shown } from 'express-incoming-webhooks-ui/bar'
import { Icon, Mark } from 'express-incoming-webhooks-ui/icon'
import { SignedIn } from 'express-incoming-webhooks-ui/signed-in'
import { readToken } from 'express-incoming-webhooks-ui/token'
import type { ComponentProps } from 'preact'
import { signOut } from '../api/directory.js'
import { config, labels, signInAddress } from '../config.js'
import { Link } from '../parts/link.js'
import { servesIntegrations, type Session } from '../state/session.js'

interface BarProps extends Pick<ComponentProps<typeof Shown>, 'drawer'> {
  /** Null until the signed-in user is known. */
  readonly session: Session | null
}

export function Bar({ session, ...drawer }: BarProps) {
  const name = session?.me.username ?? ''
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
      {(close) => <MainMenu session={session} close={close} />}
    </Shown>
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

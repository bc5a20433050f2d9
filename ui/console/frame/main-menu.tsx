import { AppearanceChoice } from 'express-incoming-webhooks-ui/appearance-choice'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import { readToken } from 'express-incoming-webhooks-ui/token'
import { signOut } from '../api/users.js'
import { config, labels, signInAddress } from '../config.js'
import { Link } from '../parts/link.js'
import { servesIntegrations, type Session } from '../state/session.js'

interface MainMenuProps {
  readonly session: Session | null
  readonly close: () => void
}

/** Entries that the user cannot use are hidden, not disabled. */
export function MainMenu({ session, close }: MainMenuProps) {
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

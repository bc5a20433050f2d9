import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Icon, Mark } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import { config, labels } from '../config.js'
import type { Session } from '../state/session.js'
import { MainMenu } from './main-menu.js'

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
      <div class="bar__end">{session !== null && <SignedIn name={session.me.username} />}</div>
    </header>
  )
}

function SignedIn({ name }: { name: string }) {
  if (name === '') return null
  return (
    <>
      <span class="row only-wide small muted">
        <PersonAvatar name={name} size="small" />
        <span>{name}</span>
      </span>
      <span class="only-narrow">
        <PersonAvatar name={name} size="small" />
        <span class="vh">Signed in as {name}</span>
      </span>
    </>
  )
}

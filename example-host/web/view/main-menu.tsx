import { AppearanceChoice } from 'express-incoming-webhooks-ui/appearance-choice'
import { Icon, type IconName, Mark } from 'express-incoming-webhooks-ui/icon'
import { Menu } from 'express-incoming-webhooks-ui/menu'
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { rootPath } from '../api/root.js'
import { signOut } from '../state/session.js'
import { useChatState } from './chat-context.jsx'

interface MainMenuProps {
  readonly onKeys: () => void
  readonly onPassword: () => void
}

export function MainMenu({ onKeys, onPassword }: MainMenuProps): JSX.Element {
  const team = useChatState((state) => state.team)
  return (
    <Menu
      id="main-menu"
      name="Main Menu"
      buttonClass="brand"
      button={
        <>
          <Mark />
          <span>{team.displayName}</span>
          <Icon name="down" size="small" />
          <span class="vh">Main Menu</span>
        </>
      }
    >
      {(close) => (
        <Entries
          onKeys={() => {
            close()
            onKeys()
          }}
          onPassword={() => {
            close()
            onPassword()
          }}
          onGo={close}
        />
      )}
    </Menu>
  )
}

interface EntriesProps extends MainMenuProps {
  readonly onGo: () => void
}

function Entries({ onKeys, onPassword, onGo }: EntriesProps): JSX.Element {
  const me = useChatState((state) => state.me)
  const mayIntegrate = useChatState((state) => state.mayIntegrate)
  const link = (icon: IconName, href: string, label: string): JSX.Element => (
    <a class="menu__item" href={href} onClick={onGo}>
      <Icon name={icon} />
      {label}
    </a>
  )
  return (
    <>
      {link('message', location.pathname, 'Messages')}
      {mayIntegrate && link('webhook', `${rootPath}admin/`, 'Integrations')}
      {me.admin && link('gear', `${rootPath}admin/console/integrations`, 'System Console')}
      <hr class="menu__sep" />
      <AppearanceChoice />
      <hr class="menu__sep" />
      <button type="button" class="menu__item" onClick={onKeys}>
        <Icon name="keyboard" />
        Keyboard shortcuts<span class="menu__note">?</span>
      </button>
      <button type="button" class="menu__item" onClick={onPassword}>
        <Icon name="key" />
        Change password
      </button>
      <SignOut name={me.username} />
    </>
  )
}

function SignOut({ name }: { readonly name: string }): JSX.Element {
  const [failed, setFailed] = useState(false)
  const leave = async (): Promise<void> => {
    setFailed(false)
    setFailed(!(await signOut()))
  }
  return (
    <>
      <button type="button" class="menu__item" onClick={() => void leave()}>
        <Icon name="leave" />
        Sign out<span class="menu__note">{name}</span>
      </button>
      {failed && (
        <p class="error menu__error" role="alert">
          <Icon name="alert" size="small" />
          You are still signed in: the server did not respond. Try again.
        </p>
      )}
    </>
  )
}

import { AppearanceChoice } from 'express-incoming-webhooks-ui/appearance-choice'
import { Bar } from 'express-incoming-webhooks-ui/bar'
import { Icon, type IconName, Mark } from 'express-incoming-webhooks-ui/icon'
import { SignedIn } from 'express-incoming-webhooks-ui/signed-in'
import { useState } from 'preact/hooks'
import { rootPath } from '../api/call.js'
import { opening } from '../state/places.js'
import { signOut } from '../state/session.js'
import { useChat } from '../state/store.js'
import { IconButton, MenuItems } from './buttons.jsx'

interface TopBarProps {
  readonly navigationOpen: boolean
  readonly onNavigation: () => void
}

const IS_MAC = /^mac|^iphone|^ipad/i.test(navigator.platform)
const JUMP = 'Go to a channel or person'

export function TopBar({ navigationOpen, onNavigation }: TopBarProps) {
  const { me, team } = useChat('me', 'team')
  return (
    <Bar
      drawer={{ id: 'channels', open: navigationOpen, toggle: onNavigation }}
      menu="Main Menu"
      brand={
        <>
          <Mark />
          <span>{team.displayName}</span>
        </>
      }
      middle={
        <button
          type="button"
          class="jump only-wide"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={opening('switcher')}
        >
          <Icon name="channel" size="small" />
          <span class="jump__label">{JUMP}</span>
          <kbd class="kbd">{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
      }
      end={
        <>
          <IconButton
            icon="channel"
            label={JUMP}
            look="only-narrow"
            onPress={opening('switcher')}
          />
          <IconButton icon="search" label="Search messages" onPress={opening('search')} />
          <SignedIn name={me.username} />
        </>
      }
    >
      {(close) => <MainMenu close={close} />}
    </Bar>
  )
}

function MainMenu({ close }: { readonly close: () => void }) {
  const { me, mayIntegrate } = useChat('me', 'mayIntegrate')
  const link = (icon: IconName, href: string, label: string) => (
    <a class="menu__item" href={href} onClick={close}>
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
      <MenuItems
        close={close}
        items={[
          { icon: 'keyboard', text: 'Keyboard shortcuts', note: '?', onPress: opening('keys') },
          { icon: 'at', text: 'Logins at forges', onPress: opening('logins') },
          { icon: 'key', text: 'Change password', onPress: opening('password') },
        ]}
      />
      <SignOut name={me.username} />
    </>
  )
}

function SignOut({ name }: { readonly name: string }) {
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

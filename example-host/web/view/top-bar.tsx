import { PersonAvatar } from 'express-incoming-webhooks-ui/avatar'
import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useChatState } from './chat-context.jsx'
import { MainMenu } from './main-menu.jsx'

interface TopBarProps {
  readonly navigationOpen: boolean
  readonly onNavigation: () => void
  readonly onSwitch: () => void
  readonly onKeys: () => void
  readonly onSearch: () => void
  readonly onPassword: () => void
}

const IS_MAC = /^mac|^iphone|^ipad/i.test(navigator.platform)
const JUMP = 'Go to a channel or person'

export function TopBar(props: TopBarProps): JSX.Element {
  const { navigationOpen, onNavigation, onSwitch, onKeys, onSearch, onPassword } = props
  const name = useChatState((state) => state.me.username)
  return (
    <header class="bar">
      <div class="bar__start">
        <button
          type="button"
          class="btn btn--ghost btn--square only-narrow"
          aria-expanded={navigationOpen}
          aria-controls="channels"
          aria-label={navigationOpen ? 'Close navigation' : 'Open navigation'}
          onClick={onNavigation}
        >
          <Icon name={navigationOpen ? 'close' : 'menu'} />
        </button>
        <MainMenu onKeys={onKeys} onPassword={onPassword} />
      </div>
      <button
        type="button"
        class="jump only-wide"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSwitch}
      >
        <Icon name="channel" size="small" />
        <span class="jump__label">{JUMP}</span>
        <kbd class="kbd">{IS_MAC ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <div class="bar__end">
        <button
          type="button"
          class="btn btn--ghost btn--square only-narrow"
          aria-label={JUMP}
          title={JUMP}
          onClick={onSwitch}
        >
          <Icon name="channel" />
        </button>
        <button
          type="button"
          class="btn btn--ghost btn--square"
          aria-label="Search messages"
          title="Search messages"
          onClick={onSearch}
        >
          <Icon name="search" />
        </button>
        <span class="me small muted">
          <PersonAvatar name={name} size="small" />
          <span class="vh">Signed in as </span>
          <span class="me__name">{name}</span>
        </span>
      </div>
    </header>
  )
}

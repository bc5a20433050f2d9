import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { rootPath } from '../api/root.js'
import {
  APPEARANCES,
  type Appearance,
  keepAppearance,
  keptAppearance,
} from '../state/appearance.js'
import { signOut } from '../state/session.js'
import { useChatState } from './chat-context.jsx'
import { Icon, type IconName, Mark } from './icon.jsx'
import { useDismiss } from './use-dismiss.js'

const WORDS: Readonly<Record<Appearance, string>> = {
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}

export function MainMenu({ onKeys }: { readonly onKeys: () => void }): JSX.Element {
  const [open, setOpen] = useState(false)
  const team = useChatState((state) => state.team)
  const { anchor, opener } = useDismiss(open, () => {
    setOpen(false)
  })
  return (
    <div class="anchor" ref={anchor}>
      <button
        ref={opener}
        type="button"
        class="brand"
        aria-expanded={open}
        aria-controls="main-menu"
        onClick={() => {
          setOpen(!open)
        }}
      >
        <Mark />
        <span>{team.displayName}</span>
        <Icon name="down" size="s" />
        <span class="vh">Main Menu</span>
      </button>
      <nav class="menu" id="main-menu" aria-label="Main Menu" hidden={!open}>
        {open && (
          <Entries
            onKeys={() => {
              setOpen(false)
              onKeys()
            }}
            onGo={() => {
              setOpen(false)
            }}
          />
        )}
      </nav>
    </div>
  )
}

interface EntriesProps {
  readonly onKeys: () => void
  readonly onGo: () => void
}

function Entries({ onKeys, onGo }: EntriesProps): JSX.Element {
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
      {link('messages', location.pathname, 'Messages')}
      {mayIntegrate && link('webhook', `${rootPath}admin/`, 'Integrations')}
      {me.admin && link('console', `${rootPath}admin/console/integrations`, 'System Console')}
      <hr class="menu__sep" />
      <Look />
      <hr class="menu__sep" />
      <button type="button" class="menu__item" onClick={onKeys}>
        <Icon name="keyboard" />
        Keyboard shortcuts<span class="menu__note">?</span>
      </button>
      <button type="button" class="menu__item" onClick={() => void signOut()}>
        <Icon name="signOut" />
        Sign out<span class="menu__note">{me.username}</span>
      </button>
    </>
  )
}

function Look(): JSX.Element {
  const [chosen, setChosen] = useState(keptAppearance())
  return (
    <>
      <div class="menu__title" id="menu-look">
        Appearance
      </div>
      <div class="segment segment--small" role="group" aria-labelledby="menu-look">
        {APPEARANCES.map((appearance) => (
          <button
            key={appearance}
            type="button"
            class="segment__item"
            aria-pressed={appearance === chosen}
            onClick={() => {
              keepAppearance(appearance)
              setChosen(appearance)
            }}
          >
            {WORDS[appearance]}
          </button>
        ))}
      </div>
    </>
  )
}

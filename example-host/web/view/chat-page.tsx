import { Icon } from 'express-incoming-webhooks-ui/icon'
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { channelName } from '../state/names.js'
import { CardPane } from './card-pane.jsx'
import { ChannelList } from './channel-list.jsx'
import { ChannelPane } from './channel-pane.jsx'
import { useChat, useChatState } from './chat-context.jsx'
import { ConnectionBanner } from './connection-banner.jsx'
import { DeleteDialog } from './delete-dialog.jsx'
import { ShortcutsDialog } from './shortcuts-dialog.jsx'
import { Switcher } from './switcher.jsx'
import { ThreadPane } from './thread-pane.jsx'
import { TopBar } from './top-bar.jsx'
import { useShortcuts } from './use-shortcuts.js'

type Opened = '' | 'switcher' | 'keys'

export function ChatPage(): JSX.Element {
  const [opened, setOpened] = useState<Opened>('')
  const [navigation, setNavigation] = useState(false)
  const channelId = useChatState((state) => state.place.channelId)
  const deleting = useChatState(({ posts, deleting }) => posts.get(deleting))
  const browse = (): void => {
    setOpened('switcher')
  }
  const showKeys = (): void => {
    setOpened('keys')
  }
  const close = (): void => {
    setOpened('')
  }
  useTitle()
  useShortcuts({ onSwitch: browse, onKeys: showKeys })
  useEffect(() => {
    setNavigation(false)
  }, [channelId])
  return (
    <>
      <a class="skip" href="#compose" onClick={focusComposer}>
        Skip to the message field
      </a>
      <div class="chat">
        <TopBar
          navigationOpen={navigation}
          onNavigation={() => {
            setNavigation(!navigation)
          }}
          onSwitch={browse}
          onKeys={showKeys}
        />
        <ConnectionBanner />
        <div class="chat__body">
          <Navigation
            open={navigation}
            onBrowse={browse}
            onClose={() => {
              setNavigation(false)
            }}
          />
          <Main />
        </div>
      </div>
      <LiveRegion />
      {deleting && <DeleteDialog post={deleting} />}
      {opened === 'switcher' && <Switcher onClose={close} />}
      {opened === 'keys' && <ShortcutsDialog onClose={close} />}
    </>
  )
}

interface NavigationProps {
  readonly open: boolean
  readonly onBrowse: () => void
  readonly onClose: () => void
}

/** Beside the messages, or a drawer over them on narrow screens. */
function Navigation({ open, onBrowse, onClose }: NavigationProps): JSX.Element {
  return (
    <>
      <nav
        class={open ? 'chat__nav drawer is-open' : 'chat__nav drawer'}
        id="channels"
        aria-label="Channels"
      >
        <ChannelList onBrowse={onBrowse} />
      </nav>
      {open && <div class="scrim" onClick={onClose} />}
    </>
  )
}

function Main(): JSX.Element {
  const place = useChatState((state) => state.place)
  const channel = useChatState(({ channels }) => channels.get(place.channelId))
  const card = useChatState(({ posts }) => posts.get(place.cardId))
  const beside = place.rootId !== '' || card !== undefined
  return (
    <main class={beside ? 'chat__main chat__main--thread' : 'chat__main'} id="main">
      {channel && <ChannelPane channel={channel} />}
      {channel && card && <CardPane post={card} />}
      {channel && !card && place.rootId !== '' && (
        <ThreadPane channel={channel} rootId={place.rootId} />
      )}
      {place.missing && <Missing />}
    </main>
  )
}

function Missing(): JSX.Element {
  return (
    <div class="empty">
      <span class="empty__art empty__art--muted">
        <Icon name="search" size="large" />
      </span>
      <h1 tabIndex={-1}>Nothing to show here</h1>
      <p>
        The channel or message may have been removed, or you may not have access to it. Choose
        another channel.
      </p>
    </div>
  )
}

function LiveRegion(): JSX.Element {
  const announcement = useChatState((state) => state.announcement)
  return (
    <div class="vh" aria-live="polite">
      {announcement}
    </div>
  )
}

function useTitle(): void {
  const { store } = useChat()
  const title = useChatState((state) => {
    const channel = state.channels.get(state.place.channelId)
    const mentions = [...state.unread.values()].reduce((sum, each) => sum + each.mentions, 0)
    const name = channel ? channelName(channel, state) : 'Messages'
    return `${mentions > 0 ? `(${mentions}) ` : ''}${name} · ${state.team.displayName}`
  })
  useEffect(() => {
    document.title = title
  }, [title, store])
}

function focusComposer(event: Event): void {
  event.preventDefault()
  document.getElementById('compose')?.focus()
}

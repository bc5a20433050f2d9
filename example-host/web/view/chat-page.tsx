import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { searchedIn } from '../state/addresses.js'
import { channelName } from '../state/names.js'
import type { PlaceFault } from '../state/model.js'
import { allPersonal, unreadLevel } from '../state/unread-level.js'
import { warmUp } from '../text/warm-up.js'
import { CardPane } from './card-pane.jsx'
import { ChannelList, type ChannelListProps } from './channel-list.jsx'
import { ChannelPane, Failed } from './channel-pane.jsx'
import { useChat, useChatState } from './chat-context.jsx'
import { ConnectionBanner } from './connection-banner.jsx'
import { LaterDialog, useDialogsSoon } from './later-dialog.jsx'
import { NoPlace } from './not-found.jsx'
import { Switcher } from './switcher.jsx'
import { ThreadPane } from './thread-pane.jsx'
import { showTabIcon } from './tab-icon.js'
import { TopBar } from './top-bar.jsx'
import { useShortcuts } from './use-shortcuts.js'
import { whenIdle } from './when-idle.js'

type Opened = '' | 'switcher' | 'people' | 'browse' | 'create' | 'search' | 'password' | 'keys'

export function ChatPage(): JSX.Element {
  const [opened, setOpened] = useState<Opened>('')
  const [navigation, setNavigation] = useState(false)
  const channelId = useChatState((state) => state.place.channelId)
  const searching = useSearched()
  const opener = (what: Opened) => () => setOpened(what)
  useTab()
  useDialogsSoon()
  useEffect(() => whenIdle(warmUp), [])
  useShortcuts({ onSwitch: opener('switcher'), onKeys: opener('keys') })
  useEffect(() => setNavigation(false), [channelId])
  return (
    <>
      <SkipLink />
      <div class="chat">
        <TopBar
          navigationOpen={navigation}
          onNavigation={() => setNavigation(!navigation)}
          onSwitch={opener('switcher')}
          onKeys={opener('keys')}
          onSearch={opener('search')}
          onPassword={opener('password')}
        />
        <ConnectionBanner />
        <div class="chat__body">
          <Navigation
            open={navigation}
            list={{
              onBrowse: opener('browse'),
              onCreate: opener('create'),
              onWrite: opener('people'),
            }}
            onClose={() => setNavigation(false)}
          />
          <Main />
        </div>
      </div>
      <LiveRegion />
      <Deleting />
      <Opening opened={opened} onClose={opener('')} />
      {searching !== '' && <LinkedSearch key={searching} terms={searching} />}
    </>
  )
}

/** The dialog that is open. */
function Opening({ opened, onClose }: { opened: Opened; onClose: () => void }): JSX.Element | null {
  if (opened === '') return null
  // What is typed right after its keys belongs into it, so it does not come later.
  if (opened === 'switcher') return <Switcher onClose={onClose} />
  if (opened === 'people') return <Switcher people onClose={onClose} />
  return (
    <LaterDialog onClose={onClose}>
      {({ BrowseDialog, CreateChannelDialog, PasswordDialog, SearchDialog, ShortcutsDialog }) => {
        if (opened === 'browse') return <BrowseDialog onClose={onClose} />
        if (opened === 'create') return <CreateChannelDialog onClose={onClose} />
        if (opened === 'search') return <SearchDialog onClose={onClose} />
        if (opened === 'password') return <PasswordDialog onClose={onClose} />
        return <ShortcutsDialog onClose={onClose} />
      }}
    </LaterDialog>
  )
}

function Deleting(): JSX.Element | null {
  const { store } = useChat()
  const post = useChatState(({ posts, deleting }) => posts.get(deleting))
  if (!post) return null
  return (
    <LaterDialog onClose={() => store.set({ deleting: '' })}>
      {({ DeleteDialog }) => <DeleteDialog post={post} />}
    </LaterDialog>
  )
}

/** The words that a link searches for. A link that was opened in a tab of its own has them in its URL. */
function useSearched(): string {
  const { store } = useChat()
  useEffect(() => store.set({ searching: searchedIn(location) }), [store])
  return useChatState(({ searching }) => searching)
}

function LinkedSearch({ terms }: { readonly terms: string }): JSX.Element {
  const { store } = useChat()
  const onClose = (): void => {
    store.set({ searching: '' })
    // Loading the page again must not search again.
    if (searchedIn(location) !== '') history.replaceState(history.state, '', location.pathname)
  }
  return (
    <LaterDialog onClose={onClose}>
      {({ SearchDialog }) => <SearchDialog terms={terms} onClose={onClose} />}
    </LaterDialog>
  )
}

interface NavigationProps {
  readonly open: boolean
  readonly list: ChannelListProps
  readonly onClose: () => void
}

/** Beside the messages, or a drawer over them on narrow screens. */
function Navigation({ open, list, onClose }: NavigationProps): JSX.Element {
  return (
    <>
      <nav
        class={open ? 'chat__nav drawer is-open' : 'chat__nav drawer'}
        id="channels"
        aria-label="Channels"
      >
        <ChannelList {...list} />
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
      {place.fault && <NotShown fault={place.fault} />}
    </main>
  )
}

function NotShown({ fault }: { readonly fault: PlaceFault }): JSX.Element {
  const { places } = useChat()
  if (fault.isMissing) return <NoPlace />
  return (
    <div tabIndex={-1} id="missing">
      <Failed isPage requestId={fault.requestId} onRetry={() => void places.show()} />
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

/** Sets the title and the icon of the browser's tab. */
function useTab(): void {
  const { store } = useChat()
  const title = useChatState((state) => {
    const channel = state.channels.get(state.place.channelId)
    const count = allPersonal(state)
    const name = channel ? channelName(channel, state) : 'Messages'
    return `${count > 0 ? `(${count}) ` : ''}${name} · ${state.team.displayName}`
  })
  useEffect(() => {
    document.title = title
  }, [title, store])
  const level = useChatState(unreadLevel)
  useEffect(() => showTabIcon(level), [level])
}

function SkipLink(): JSX.Element {
  const isMissing = useChatState((state) => state.place.fault !== null)
  const target = isMissing ? 'missing' : 'compose'
  return (
    <a
      class="skip"
      href={`#${target}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(target)?.focus()
      }}
    >
      {isMissing ? 'Skip to the content' : 'Skip to the message field'}
    </a>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { searchedIn } from '../state/addresses.js'
import { openDialog } from '../state/dialog.js'
import type { PlaceFault } from '../state/model.js'
import { channelName } from '../state/names.js'
import { showPlace } from '../state/places.js'
import { allPersonal, unreadLevel } from '../state/unread.js'
import { useChat, useChatState } from '../state/use-chat.js'
import { warmUp } from '../text/markdown-text.jsx'
import { ChannelList } from './channel-list.jsx'
import { ChannelPane } from './channel-pane.jsx'
import { ConnectionBanner } from './connection-banner.jsx'
import { Failed, NoPlace } from './empty.jsx'
import { OpenedDialog } from './opened-dialog.jsx'
import { CardPane, ThreadPane } from './side-panes.jsx'
import { showTabIcon } from './tab-icon.js'
import { TopBar } from './top-bar.jsx'
import { useShortcuts } from './use-shortcuts.js'

export function ChatPage() {
  const [navigation, setNavigation] = useState(false)
  const channelId = useChatState((state) => state.place.channelId)
  const close = (): void => setNavigation(false)
  useTab()
  useEffect(() => {
    warmUp()
    // A link to a search that was opened in a tab of its own has the words in its URL.
    const terms = searchedIn(location)
    if (terms !== '') openDialog('search', terms)
  }, [])
  useShortcuts()
  useEffect(close, [channelId])
  return (
    <>
      <SkipLink />
      <div class="chat">
        <TopBar navigationOpen={navigation} onNavigation={() => setNavigation(!navigation)} />
        <ConnectionBanner />
        <div class="chat__body">
          {/* Beside the messages, or a drawer over them on narrow screens. */}
          <nav
            class={navigation ? 'chat__nav drawer is-open' : 'chat__nav drawer'}
            id="channels"
            aria-label="Channels"
          >
            <ChannelList />
          </nav>
          {navigation && <div class="scrim" onClick={close} />}
          <Main />
        </div>
      </div>
      <LiveRegion />
      <OpenedDialog />
    </>
  )
}

function Main() {
  const { place } = useChat('place')
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

function NotShown({ fault }: { readonly fault: PlaceFault }) {
  if (fault.isMissing) return <NoPlace />
  return (
    <div tabIndex={-1} id="missing">
      <Failed isPage requestId={fault.requestId} onRetry={() => void showPlace()} />
    </div>
  )
}

function LiveRegion() {
  return (
    <div class="vh" aria-live="polite">
      {useChat('announcement').announcement}
    </div>
  )
}

/** Sets the title and the icon of the browser's tab. */
function useTab(): void {
  const title = useChatState((state) => {
    const channel = state.channels.get(state.place.channelId)
    const count = allPersonal(state)
    const name = channel ? channelName(channel, state) : 'Messages'
    return `${count > 0 ? `(${count}) ` : ''}${name} · ${state.team.displayName}`
  })
  useEffect(() => {
    document.title = title
  }, [title])
  const level = useChatState(unreadLevel)
  useEffect(() => showTabIcon(level), [level])
}

function SkipLink() {
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

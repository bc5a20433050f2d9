import { Icon } from 'express-incoming-webhooks-ui/icon'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import {
  goToChannel,
  openDialog,
  searchedIn,
  showCard,
  showPlace,
  showThread,
} from '../state/places.js'
import { tryNow } from '../state/chat.js'
import {
  allPersonal,
  inOrder,
  listedChannels,
  unreadLevel,
  type UnreadLevel,
} from '../state/channels.js'
import { channelName } from '../state/names.js'
import { type PlaceFault, store, unreadOf, useChat, useChatState } from '../state/store.js'
import { warmUp } from '../text/markdown-text.jsx'
import { ChannelList } from './channel-list.jsx'
import { ChannelPane } from './channel-pane.jsx'
import { Failed, NoPlace } from './empty.jsx'
import { OpenedDialog } from './opened-dialog.jsx'
import { CardPane, ThreadPane } from './side-panes.jsx'
import { TopBar } from './top-bar.jsx'

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

function ConnectionBanner() {
  const { connection } = useChat('connection')
  if (connection === 'reconnecting') {
    return (
      <div class="banner" role="status">
        <span class="spin" aria-hidden="true" />
        <span>Connection lost. Reconnecting…</span>
      </div>
    )
  }
  if (connection !== 'off') return null
  return (
    <div class="banner banner--bad" role="alert">
      <Icon name="offline" />
      <span>No connection for 2 minutes. New messages will appear once it is restored.</span>
      <button type="button" class="btn btn--link" onClick={tryNow}>
        Try now
      </button>
    </div>
  )
}

const DOTS: Readonly<Record<UnreadLevel, string>> = {
  none: '',
  some: '<circle cx="25" cy="7" r="7" fill="#d9e2ec" stroke="#0f1720" stroke-width="2"/>',
  personal: '<circle cx="25" cy="7" r="7" fill="#e5484d" stroke="#fff" stroke-width="2"/>',
}

/** Shows the icon of the page in the browser's tab, with a dot for unread messages. */
export function showTabIcon(level: UnreadLevel): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (link) link.href = `data:image/svg+xml,${encodeURIComponent(tabIcon(level))}`
}

function tabIcon(level: UnreadLevel): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
    '<rect width="32" height="32" rx="7" fill="#0b6583"/>' +
    '<path d="M6 8h20v13H15l-5 5v-5H6z" fill="#fff"/>' +
    `${DOTS[level]}</svg>`
  )
}

function useShortcuts(): void {
  // Before the first paint, because the user may press a key as soon as the page is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || isDialogOpen()) return
      const { key, altKey, shiftKey } = event
      const command = event.ctrlKey || event.metaKey
      if (command && !altKey && key.toLowerCase() === 'k') openDialog('switcher')
      else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
        step(key === 'ArrowDown' ? 1 : -1, shiftKey)
      } else if (key === '?' && !isTyping(event)) openDialog('keys')
      else if (key === 'Escape') leave()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function step(direction: 1 | -1, unreadOnly: boolean): void {
  const state = store.get()
  const { channelId } = state.place
  const channels = inOrder(listedChannels(state)).filter(
    ({ id }) => !unreadOnly || id === channelId || unreadOf(state, id).posts > 0,
  )
  const at = channels.findIndex(({ id }) => id === channelId)
  const next = channels.at((at + direction) % channels.length)
  if (next) goToChannel(next)
}

function leave(): void {
  const { rootId, cardId } = store.get().place
  if (cardId !== '') showCard('')
  else if (rootId !== '') showThread('')
  requestAnimationFrame(() => {
    document.getElementById('compose')?.focus()
  })
}

/** While one of these is open, it handles keys itself. */
function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

function isTyping({ target }: Event): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}

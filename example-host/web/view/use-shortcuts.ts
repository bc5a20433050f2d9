import { useLatest } from 'express-incoming-webhooks-ui/latest'
import { useLayoutEffect } from 'preact/hooks'
import { NOTHING_UNREAD } from '../api/shapes.js'
import type { Chat } from '../state/chat.js'
import { inOrder, listedChannels } from '../state/listed.js'
import { useChat } from './chat-context.jsx'

interface Shortcuts {
  readonly onSwitch: () => void
  readonly onKeys: () => void
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const chat = useChat()
  const latest = useLatest(shortcuts)
  // Before the first paint, because the user may press a key as soon as the page is visible.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { onSwitch, onKeys } = latest.current
      if (event.defaultPrevented || isDialogOpen()) return
      const { key, altKey, shiftKey } = event
      const command = event.ctrlKey || event.metaKey
      if (command && !altKey && key.toLowerCase() === 'k') onSwitch()
      else if (altKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
        step(chat, key === 'ArrowDown' ? 1 : -1, shiftKey)
      } else if (key === '?' && !isTyping(event)) onKeys()
      else if (key === 'Escape') leave(chat)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [chat])
}

function step(chat: Chat, direction: 1 | -1, unreadOnly: boolean): void {
  const state = chat.store.get()
  const channels = inOrder(listedChannels(state))
  const at = channels.findIndex(({ id }) => id === state.place.channelId)
  for (let passed = 1; passed <= channels.length; passed++) {
    const index = (at + direction * passed + channels.length * 2) % channels.length
    const channel = channels[index]
    if (!channel) return
    const { posts } = state.unread.get(channel.id) ?? NOTHING_UNREAD
    if (unreadOnly && posts === 0) continue
    chat.places.goTo(channel)
    return
  }
}

function leave(chat: Chat): void {
  const { rootId, cardId } = chat.store.get().place
  if (cardId !== '') chat.places.openCard('')
  else if (rootId !== '') chat.places.closeThread()
  requestAnimationFrame(() => document.getElementById('compose')?.focus())
}

/** While one of these is open, it handles keys itself. */
function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null
}

function isTyping({ target }: Event): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}

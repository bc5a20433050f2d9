import { useLayoutEffect } from 'preact/hooks'
import { openDialog } from '../state/dialog.js'
import { inOrder, listedChannels } from '../state/listed.js'
import { unreadOf } from '../state/model.js'
import { goToChannel, showCard, showThread } from '../state/places.js'
import { store } from '../state/store.js'

export function useShortcuts(): void {
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

import { Socket } from '../api/socket.js'
import { loadChannels } from './channel-list.js'
import { onEvent } from './events.js'
import { catchUp, openThread } from './feeds.js'
import { startAgain } from './session.js'
import { store } from './store.js'

/** The time without a connection before a banner is shown. */
const TOLD_AFTER_MS = 1_000
const WARNED_AFTER_MS = 120_000

let timers: ReturnType<typeof setTimeout>[] = []
let isOpen = false

const socket = new Socket({
  onOpen: (userId) => {
    if (userId !== store.get().me.id) {
      startAgain()
      return
    }
    isOpen = true
    void opened()
  },
  onEvent,
  onClose: () => {
    isOpen = false
    lost()
  },
})

/** Keeps the websocket connected from now on, and the state of the connection in the store. */
export function connect(): void {
  socket.connect()
  addEventListener('online', tryNow)
}

export function tryNow(): void {
  socket.connect()
}

async function opened(): Promise<void> {
  try {
    await loadMissed()
  } catch {
    // The banner stays; the next connection catches up.
    return
  }
  if (!isOpen) return
  for (const timer of timers) clearTimeout(timer)
  timers = []
  store.set({ connection: 'on' })
}

/** Loads everything that was missed. The banner stays until it is loaded. */
async function loadMissed(): Promise<void> {
  const { channelId, rootId } = store.get().place
  await loadChannels()
  if (channelId !== '') await catchUp(channelId)
  if (rootId !== '') await openThread(rootId)
}

function lost(): void {
  if (timers.length > 0) return
  store.set({ connection: 'lost' })
  timers = [
    setTimeout(() => store.set({ connection: 'reconnecting' }), TOLD_AFTER_MS),
    setTimeout(() => store.set({ connection: 'off' }), WARNED_AFTER_MS),
  ]
}

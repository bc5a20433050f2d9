import type { ServerEvent } from '../api/socket.js'
import { Socket } from '../api/socket.js'
import { startAgain } from './session.js'
import type { ChatState } from './model.js'
import type { Store } from './store.js'

/** The time without a connection before a banner is shown. */
const TOLD_AFTER_MS = 1_000
const WARNED_AFTER_MS = 120_000

interface Parts {
  readonly store: Store<ChatState>
  readonly onEvent: (event: ServerEvent) => void
  /** Loads everything that was missed. The banner stays until it is loaded. */
  readonly catchUp: () => Promise<void>
}

/** Keeps the websocket connected and reports its state. */
export class ConnectionWatch {
  readonly #parts: Parts
  readonly #socket: Socket
  #timers: ReturnType<typeof setTimeout>[] = []
  #isOpen = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#socket = new Socket({
      onOpen: (userId) => {
        if (userId !== parts.store.get().me.id) {
          startAgain()
          return
        }
        this.#isOpen = true
        void this.#opened()
      },
      onEvent: parts.onEvent,
      onClose: () => {
        this.#isOpen = false
        this.#lost()
      },
    })
  }

  start(): void {
    this.#socket.connect()
    addEventListener('online', this.tryNow)
  }

  stop(): void {
    removeEventListener('online', this.tryNow)
    this.#stopTimers()
    this.#socket.stop()
  }

  readonly tryNow = (): void => this.#socket.connect()

  async #opened(): Promise<void> {
    try {
      await this.#parts.catchUp()
    } catch {
      // The banner stays; the next connection catches up.
      return
    }
    if (!this.#isOpen) return
    this.#stopTimers()
    this.#parts.store.set({ connection: 'on' })
  }

  #lost(): void {
    const { store } = this.#parts
    if (this.#timers.length > 0) return
    store.set({ connection: 'lost' })
    this.#timers = [
      setTimeout(() => store.set({ connection: 'reconnecting' }), TOLD_AFTER_MS),
      setTimeout(() => store.set({ connection: 'off' }), WARNED_AFTER_MS),
    ]
  }

  #stopTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
  }
}

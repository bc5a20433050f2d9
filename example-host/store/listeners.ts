import type { HookLog } from 'express-incoming-webhooks'
import type { ChatStore, StoreListener } from './chat-store.js'
import { errorText } from './errors.js'

export interface Listeners extends Pick<ChatStore, 'onChange'> {
  /** Calls all listeners. One that throws is logged and changes nothing. */
  readonly notify: StoreListener
}

export function createListeners(log: HookLog): Listeners {
  const listeners = new Set<{ readonly listener: StoreListener }>()
  return {
    onChange: (listener) => {
      const entry = { listener }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    notify: (change) => {
      for (const { listener } of [...listeners]) {
        try {
          listener(change)
        } catch (error) {
          log('error', 'A store listener failed', { reason: errorText(error) })
        }
      }
    },
  }
}

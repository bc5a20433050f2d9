import type { HookLog } from 'express-incoming-webhooks'
import type { StoreListener, Unsubscribe } from './chat-store.js'
import { errorText } from './errors.js'
import type { StoreChange } from './memory/rows.js'

export function createListeners(log: HookLog) {
  const listeners = new Set<{ readonly listener: StoreListener }>()
  return {
    onChange: (listener: StoreListener): Unsubscribe => {
      const entry = { listener }
      listeners.add(entry)
      return () => listeners.delete(entry)
    },
    /** Calls all listeners. One that throws is logged and changes nothing. */
    notify: (change: StoreChange): void => {
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

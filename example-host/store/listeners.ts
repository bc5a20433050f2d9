import type { HookLog } from 'express-incoming-webhooks'
import type { ChatStore, StoreListener } from './chat-store.js'
import { errorText } from './errors.js'
import type { StoreChange } from './memory/rows.js'

/** The listeners of a store in files, who are told of everything. */
export function createListeners(log: HookLog) {
  const listeners = new Set<StoreListener>()
  const follow: ChatStore['follow'] = (listener) => {
    listeners.add(listener)
    return {
      add: () => Promise.resolve(),
      delete: () => undefined,
      end: () => listeners.delete(listener),
    }
  }
  const notify = (change: StoreChange) => {
    for (const listener of [...listeners]) tell(listener, change, log)
  }
  return { follow, notify }
}

/** Calls a listener. One that throws is logged and changes nothing. */
export function tell(listener: StoreListener, change: StoreChange, log: HookLog): void {
  try {
    listener(change)
  } catch (error) {
    log('error', 'A store listener failed', { reason: errorText(error) })
  }
}

import type { Presence } from './chat-store.js'

/** For the only node of a store. */
export function localPresence(): Presence {
  const connected = new Set<string>()
  return {
    note: (userId, isOnline) => {
      if (isOnline) connected.add(userId)
      else connected.delete(userId)
    },
    online: (userIds) => new Set(userIds.filter((id) => connected.has(id))),
  }
}

import { numberIn, textIn } from '../stored-values.js'
import type { SessionsAdapter } from '../types.js'
import { collectionOf, type DocumentHost } from './calls.js'

export function documentSessions(host: DocumentHost, clock: () => number): SessionsAdapter {
  const sessions = collectionOf(host, 'sessions')
  const sweep = sessions.sweeper('expiresAt')
  const remove = (ids: readonly string[]): Promise<void> =>
    host.transaction((calls) => sessions.delete(calls, ids))
  return {
    create: async (session) => {
      sweep(clock())
      await host.transaction((calls) => sessions.put(calls, { ...session }))
    },
    find: async (id) => {
      const found = await sessions.find(id)
      const expiresAt = found ? numberIn(found, 'expiresAt') : 0
      return found && expiresAt > clock()
        ? { id, userId: textIn(found, 'userId'), expiresAt }
        : null
    },
    delete: (id) => remove([id]),
    deleteForUser: async (userId) =>
      remove(await sessions.ids((found) => textIn(found, 'userId') === userId)),
  }
}

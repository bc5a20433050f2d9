import type { SessionsAdapter } from 'express-incoming-webhooks/adapters'
import type { Writer } from './writer.js'

export function sessionsAdapter(writer: Writer): SessionsAdapter {
  const { sessions } = writer.model.tables
  return {
    // Exclusive like the deletions: signing out everywhere must not miss a session that is being stored.
    create: (session) =>
      writer.exclusive(async () => {
        await writer.commit({ put: { sessions: [session] } })
      }),
    find: (id) => {
      const session = sessions.get(id)
      return session && session.expiresAt > writer.clock() ? session : null
    },
    delete: (id) =>
      writer.exclusive(async () => {
        if (sessions.has(id)) await writer.commit({ delete: { sessions: [id] } })
      }),
    deleteForUser: (userId) =>
      writer.exclusive(async () => {
        const ids = sessions
          .all()
          .filter((s) => s.userId === userId)
          .map((s) => s.id)
        if (ids.length > 0) await writer.commit({ delete: { sessions: ids } })
      }),
  }
}

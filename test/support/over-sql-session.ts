import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import { createAdapters } from '../../example-host/over-sql/adapters.js'
import { createChat } from '../../example-host/over-sql/chat.js'
import { openDatabase } from '../../example-host/over-sql/database.js'
import { messagesOf } from '../../example-host/over-sql/messages.js'
import { present } from './present.js'

/** A session over the tables of a chat. */
export async function openOverSql(): Promise<ConformanceSession> {
  const db = await openDatabase()
  const chat = createChat(db)
  const adapters = createAdapters(db)
  const workspaceId = chat.addWorkspace('parley')
  return {
    adapters,
    seedUser: async ({ username, email, admin, active }) => {
      // People may type their login as they like.
      const login = username.slice(0, 1).toUpperCase() + username.slice(1)
      const id = chat.addPerson({ login, mail: email, password: 'x', operator: admin })
      if (!active) chat.closeAccount(id)
      return present((await adapters.users.findByIds([String(id)]))[0])
    },
    seedChannel: async ({ name, displayName, type, archived }) => {
      const kind = type === 'public' ? 'open' : 'closed'
      const id = chat.addRoom({ workspaceId, kind, slug: name, title: displayName })
      if (archived) chat.archive(id)
      return present(await adapters.channels.findById(String(id)))
    },
    addMember: (channelId, userId) => {
      chat.join(Number(channelId), Number(userId))
    },
    readPosts: (channelId) => messagesOf(db, channelId),
    failWrites: (message) => {
      db.run(`CREATE TRIGGER refuse BEFORE INSERT ON messages WHEN NEW.body = '${message}'
        BEGIN SELECT raise(ABORT, 'refused on purpose'); END`)
    },
    close: () => {
      db.close()
    },
  }
}

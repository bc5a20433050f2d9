import { knownUser } from './access.js'
import { type Handlers, texts, userIdOf } from './calls.js'
import { statusView } from './views.js'

/** Who has an open websocket. Nobody sets a status here, so there are no others. */
export const statusHandlers = {
  getStatuses: async ({ store, body }) => {
    // As in the reference, unknown users are offline.
    const ids = [...new Set(texts(body, 'user_ids'))]
    const online = await store.presence.online(ids)
    return ids.map((id) => statusView(id, online.has(id)))
  },
  getStatus: async (call) => {
    const { id } = await knownUser(call, userIdOf(call))
    return statusView(id, (await call.store.presence.online([id])).has(id))
  },
} satisfies Partial<Handlers>

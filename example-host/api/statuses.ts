import { Router } from 'express'
import type { ChatStore } from '../store/index.js'
import { knownUser } from './access.js'
import { type MakeCall, texts, userIdOf } from './calls.js'
import { statusView } from './views.js'

export interface StatusRoutesParts {
  readonly store: ChatStore
  readonly call: MakeCall
}

/** Who has an open websocket, below `/users`. Nobody sets a status here, so there are no others. */
export function statusRoutes({ store, call }: StatusRoutesParts): Router {
  const router = Router()
  router.post(
    '/status/ids',
    call(async ({ body }) => {
      // As in the reference, unknown users are offline.
      const ids = [...new Set(texts(body, 'user_ids'))]
      const online = await store.presence.online(ids)
      return ids.map((id) => statusView(id, online.has(id)))
    }),
  )
  router.get(
    '/:user_id/status',
    call(async (made) => {
      const { id } = await knownUser(store, userIdOf(made))
      return statusView(id, (await store.presence.online([id])).has(id))
    }),
  )
  return router
}

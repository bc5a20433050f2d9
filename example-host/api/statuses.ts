import { Router } from 'express'
import type { ChatStore } from '../store/index.js'
import { knownUser } from './access.js'
import { type MakeCall, texts, userIdOf } from './calls.js'
import { statusView } from './views.js'

export interface StatusRoutesParts {
  readonly store: ChatStore
  readonly call: MakeCall
  /** Whether the user has an open websocket. */
  readonly isOnline: (userId: string) => boolean
}

/** Who is online, below `/users`. Nobody sets a status here, so there are no others. */
export function statusRoutes({ store, call, isOnline }: StatusRoutesParts): Router {
  const router = Router()
  router.post(
    '/status/ids',
    call(async ({ body }) => {
      // As in the reference, unknown users are offline.
      const ids = new Set(texts(body, 'user_ids'))
      return [...ids].map((id) => statusView(id, isOnline(id)))
    }),
  )
  router.get(
    '/:user_id/status',
    call(async (made) => {
      const { id } = await knownUser(store, userIdOf(made))
      return statusView(id, isOnline(id))
    }),
  )
  return router
}

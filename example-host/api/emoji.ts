import { Router } from 'express'
import { WebhookError } from 'express-incoming-webhooks'
import { type MakeCall, text, texts } from './calls.js'

/** `/emoji…`: there are no custom emoji here, and clients know the others themselves. */
export function emojiRoutes(call: MakeCall): Router {
  const router = Router()
  router.get(
    '/',
    call(async () => []),
  )
  router.get(
    '/name/:name',
    call(async () => {
      throw new WebhookError('not_found', { detail: 'no such custom emoji' })
    }),
  )
  router.post(
    '/names',
    call(async ({ body }) => {
      texts(body, 'names')
      return []
    }),
  )
  router.post(
    '/search',
    call(async ({ body }) => {
      text(body, 'term')
      return []
    }),
  )
  return router
}

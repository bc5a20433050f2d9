import { type RequestHandler, Router } from 'express'
import type { ChatStore } from '../store/index.js'

const WELCOME = `This is the example chat host of express-incoming-webhooks.

It has no pages yet; its API is below /api/v4, and programs post to /hooks/<key>.
README.md and example-host/README.md say how.
`

export interface SystemParts {
  readonly store: Pick<ChatStore, 'health'>
  /** False while the server stops. */
  readonly isReady: () => boolean
}

/** What balancers and curious people ask: `/`, `/healthz`, `/readyz`. */
export function systemRoutes({ store, isReady }: SystemParts): Router {
  const router = Router()
  router.get('/', (_req, res) => {
    res.type('text/plain').setHeader('X-Content-Type-Options', 'nosniff').send(WELCOME)
  })
  router.get('/healthz', (_req, res) => {
    res.setHeader('Cache-Control', 'no-store').json({ status: 'OK' })
  })
  router.get('/readyz', (_req, res) => {
    const { state, reason, waiting } = store.health()
    const ready = isReady() && state === 'ok'
    const status = ready ? 'OK' : 'unavailable'
    res
      .status(ready ? 200 : 503)
      .setHeader('Cache-Control', 'no-store')
      .json({ status, store: state, reason, waiting })
  })
  return router
}

export const ping: RequestHandler = (_req, res) => {
  res.setHeader('Cache-Control', 'no-store').json({ status: 'OK' })
}

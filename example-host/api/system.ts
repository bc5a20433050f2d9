import { type RequestHandler, Router } from 'express'
import type { ChatStore } from '../store/index.js'

export interface SystemParts {
  readonly store: Pick<ChatStore, 'health'>
  /** False while the server is stopping. */
  readonly isReady: () => boolean
}

/** Health checks for load balancers: `/healthz`, `/readyz`. */
export function systemRoutes({ store, isReady }: SystemParts): Router {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.setHeader('Cache-Control', 'no-store').json({ status: 'OK' })
  })
  router.get('/readyz', async (_req, res) => {
    const { state, reason, waiting } = await store.health()
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

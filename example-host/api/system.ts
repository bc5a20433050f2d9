import type { IncomingMessage } from 'node:http'
import { type RequestHandler, Router } from 'express'
import type { ChatStore } from '../store/index.js'

interface SystemParts {
  readonly store: Pick<ChatStore, 'health'>
  /** False while the server is stopping. */
  readonly isReady: () => boolean
}

/** Health checks for load balancers: `/healthz`, `/readyz`. */
export function systemRoutes({ store, isReady }: SystemParts): Router {
  const router = Router()
  router.get('/healthz', ping)
  router.get('/readyz', async (req, res) => {
    const { state, reason, waiting } = await store.health()
    const ready = isReady() && state === 'ok'
    const status = ready ? 'OK' : 'unavailable'
    // The reason may hold addresses and paths, which are for the operator only.
    res
      .status(ready ? 200 : 503)
      .setHeader('Cache-Control', 'no-store')
      .json({ status, store: state, ...(isLocal(req) && { reason }), waiting })
  })
  return router
}

/** What a proxy adds, beside `X-Forwarded-…`. */
const BY_PROXIES = ['forwarded', 'x-real-ip', 'via']

/** Whether a request comes from this machine itself. A proxy on it passes those of others on. */
export function isLocal({ headers, socket }: IncomingMessage): boolean {
  const address = socket.remoteAddress ?? ''
  const isPassedOn = Object.keys(headers).some(
    (name) => BY_PROXIES.includes(name) || name.startsWith('x-forwarded-'),
  )
  return /^(?:::ffff:)?127\.|^::1$/.test(address) && !isPassedOn
}

export const ping: RequestHandler = (_req, res) => {
  res.setHeader('Cache-Control', 'no-store').json({ status: 'OK' })
}

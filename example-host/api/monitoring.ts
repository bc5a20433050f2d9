import type { IncomingMessage } from 'node:http'
import { type Request, type RequestHandler, Router } from 'express'
import { createHash, timingSafeEqual } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type IncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import type { ChatStore } from '../store/index.js'
import { permit } from './calls.js'
import { bearerIn, type SessionCookie } from './session-cookie.js'
import type { Sockets } from './sockets.js'

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
function isLocal({ headers, socket }: IncomingMessage): boolean {
  const address = socket.remoteAddress ?? ''
  const isPassedOn = Object.keys(headers).some(
    (name) => BY_PROXIES.includes(name) || name.startsWith('x-forwarded-'),
  )
  return /^(?:::ffff:)?127\.|^::1$/.test(address) && !isPassedOn
}

export const ping: RequestHandler = (_req, res) => {
  res.setHeader('Cache-Control', 'no-store').json({ status: 'OK' })
}

interface MetricsParts {
  readonly webhooks: IncomingWebhooks
  readonly store: ChatStore
  readonly sockets: Sockets
  readonly cookie: SessionCookie
  /** Null: there is none. */
  readonly token: string | null
}

type OwnMetric = NonNullable<Parameters<IncomingWebhooks['metricsText']>[0]>[number]

type Measured = Awaited<ReturnType<typeof measure>>

function metric(
  type: OwnMetric['type'],
  name: string,
  help: string,
  value: (of: Measured) => number,
) {
  return { name, type, help, value }
}

/** The metrics of the example host beside those of the library. */
export const HOST_METRICS: readonly ReturnType<typeof metric>[] = [
  metric(
    'gauge',
    'process_resident_memory_bytes',
    'Resident memory of the process.',
    ({ memory }) => memory.rss,
  ),
  metric(
    'gauge',
    'nodejs_heap_size_used_bytes',
    'Memory that JavaScript objects use.',
    ({ memory }) => memory.heapUsed,
  ),
  metric(
    'counter',
    'process_cpu_seconds_total',
    'CPU time of the process, of user and system.',
    ({ cpu }) => (cpu.user + cpu.system) / 1_000_000,
  ),
  metric(
    'gauge',
    'nodejs_eventloop_lag_seconds',
    'Time until a callback ran that could run at once.',
    ({ lag }) => lag,
  ),
  metric('gauge', 'chat_websockets', 'Open websockets.', ({ sockets }) => sockets),
  metric('gauge', 'chat_store_ok', '1 if the store takes writes, otherwise 0.', ({ isOk }) =>
    isOk ? 1 : 0,
  ),
  metric(
    'gauge',
    'chat_store_waiting',
    'Writes that wait for the disk; 0 with PostgreSQL.',
    ({ waiting }) => waiting,
  ),
]

const UNKNOWN = 'send Authorization: Bearer and the METRICS_TOKEN, or sign in as an administrator'

/** `/metrics`, for requests from this machine, with the token, or of an administrator. */
export function metricsRoute(parts: MetricsParts): Router {
  return Router().get('/metrics', parts.cookie.accept, async (req, res) => {
    res.setHeader('Cache-Control', 'no-store')
    if (!isLocal(req) && !hasToken(req, parts.token)) {
      const user = await parts.webhooks.currentUser(req)
      if (!user) throw new WebhookError('session_expired', { detail: UNKNOWN })
      permit(user.admin)
    }
    const measured = await measure(parts)
    const own = HOST_METRICS.map((each) => ({ ...each, value: each.value(measured) }))
    res
      .setHeader('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
      .end(parts.webhooks.metricsText(own))
  })
}

/** What is measured when somebody asks. */
async function measure({ store, sockets }: MetricsParts) {
  const { state, waiting } = await store.health()
  const began = performance.now()
  await nextTurn()
  return {
    /** Seconds until a callback ran that could run at once. */
    lag: (performance.now() - began) / 1000,
    memory: process.memoryUsage(),
    cpu: process.cpuUsage(),
    sockets: sockets.size,
    isOk: state === 'ok',
    waiting,
  }
}

// By their digests, which have one length, so that the time it takes says nothing.
function hasToken(req: Request, token: string | null): boolean {
  return token !== null && timingSafeEqual(digest(bearerIn(req) ?? ''), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

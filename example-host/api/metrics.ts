import { createHash, timingSafeEqual } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Request, Router } from 'express'
import { type IncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import type { ChatStore } from '../store/index.js'
import { permit } from './calls.js'
import { bearerIn, type SessionCookie } from './session-cookie.js'
import type { Sockets } from './sockets.js'
import { isLocal } from './system.js'

interface MetricsParts {
  readonly webhooks: IncomingWebhooks
  readonly store: ChatStore
  readonly sockets: Sockets
  readonly cookie: SessionCookie
  /** Null: there is none. */
  readonly token: string | null
}

type OwnMetric = NonNullable<Parameters<IncomingWebhooks['metricsText']>[0]>[number]

interface HostMetric extends Omit<OwnMetric, 'value'> {
  readonly value: (measured: Awaited<ReturnType<typeof measure>>) => number
}

/** The metrics of the example host beside those of the library. */
export const HOST_METRICS: readonly HostMetric[] = [
  {
    name: 'process_resident_memory_bytes',
    type: 'gauge',
    help: 'Resident memory of the process.',
    value: ({ memory }) => memory.rss,
  },
  {
    name: 'nodejs_heap_size_used_bytes',
    type: 'gauge',
    help: 'Memory that JavaScript objects use.',
    value: ({ memory }) => memory.heapUsed,
  },
  {
    name: 'process_cpu_seconds_total',
    type: 'counter',
    help: 'CPU time of the process, of user and system.',
    value: ({ cpu }) => (cpu.user + cpu.system) / 1_000_000,
  },
  {
    name: 'nodejs_eventloop_lag_seconds',
    type: 'gauge',
    help: 'Time until a callback ran that could run at once.',
    value: ({ lag }) => lag,
  },
  {
    name: 'chat_websockets',
    type: 'gauge',
    help: 'Open websockets.',
    value: ({ sockets }) => sockets,
  },
  {
    name: 'chat_store_ok',
    type: 'gauge',
    help: '1 if the store takes writes, otherwise 0.',
    value: ({ isOk }) => (isOk ? 1 : 0),
  },
  {
    name: 'chat_store_waiting',
    type: 'gauge',
    help: 'Writes that wait for the disk; 0 with PostgreSQL.',
    value: ({ waiting }) => waiting,
  },
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

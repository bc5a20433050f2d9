import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import express, { type Express } from 'express'
import { type HookLog, WebhookError, webhookErrorHandler } from 'express-incoming-webhooks'
import { systemRoutes } from './api/monitoring.js'
import { errorText } from './store/errors.js'

const RETRY_MS = 1_000
const NOT_AVAILABLE = 'The database is not available; trying again every second'

export interface WaitingOptions {
  readonly host: string
  readonly port: number
  readonly log: HookLog
  /** Whether waiting is of no use after an error. Default: after none. */
  readonly isFinal?: (error: unknown) => boolean
  /** Called when waiting begins; what it returns, when it is over. */
  readonly onWaiting?: () => () => void
}

/**
 * The first result of `open`, which is tried every second. Until then `/healthz` responds with 200, so
 * that nothing restarts the process, which can do nothing about a database that is away, and everything
 * else with 503, as while the database is away later.
 */
export async function waitForDatabase<Result>(
  open: () => Promise<Result>,
  options: WaitingOptions,
): Promise<Result> {
  const { log, isFinal } = options
  let lastReason: string | null = null
  let endWaiting: (() => Promise<void>) | null = null
  try {
    for (;;) {
      try {
        return await open()
      } catch (error) {
        if (isFinal?.(error)) throw error
        const reason = reasonOf(error)
        if (reason !== lastReason) log('warn', NOT_AVAILABLE, { reason })
        lastReason = reason
      }
      endWaiting ??= answerMeanwhile(options, () => lastReason ?? '')
      await sleep(RETRY_MS)
    }
  } finally {
    await endWaiting?.()
  }
}

/** Returns what ends it. */
function answerMeanwhile(
  { host, port, onWaiting }: WaitingOptions,
  reason: () => string,
): () => Promise<void> {
  const server = createServer(unavailable(reason))
  // Whether the port is free is found out at the start proper.
  server.on('error', () => undefined).listen(port, host)
  const onEnd = onWaiting?.()
  return async () => {
    onEnd?.()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function unavailable(reason: () => string): Express {
  const health = () =>
    ({ state: 'unavailable', reason: reason(), waiting: 0, journaledBytes: 0 }) as const
  return express()
    .disable('x-powered-by')
    .disable('etag')
    .use((_req, res, next) => {
      res.setHeader('Connection', 'close')
      next()
    })
    .use(systemRoutes({ store: { health }, isReady: () => false }))
    .use(() => {
      throw new WebhookError('storage_unavailable', { retryAfterSeconds: RETRY_MS / 1_000 })
    })
    .use(webhookErrorHandler())
}

function reasonOf(error: unknown): string {
  return errorText(error instanceof WebhookError ? (error.cause ?? error) : error)
}

import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler } from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { fill, id, KEY, webhookOf } from '../../support/hook-host.js'
import { CALLS, type Rejected, REASONS } from './rejections.js'

// Runs in a process of its own, where `express` is the one under test, and prints a line per call.
for (const [call, { method, path, adapter, name }] of Object.entries(CALLS)) {
  for (const [reason, value] of Object.entries(REASONS)) {
    for (const how of ['throws', 'rejects'] as const) {
      const failLater = async (): Promise<never> => {
        throw value
      }
      const fail = (): unknown => {
        if (how === 'rejects') return failLater()
        throw value
      }
      const outcome = await send(method, path, (adapters) => {
        Reflect.set(Reflect.get(adapters, adapter) as object, name, fail)
      })
      const result: Rejected = { call, reason, how, ...outcome(value) }
      console.log(JSON.stringify(result))
    }
  }
}

async function send(
  method: string,
  path: string,
  spoil: (adapters: object) => void,
): Promise<(value: unknown) => Omit<Rejected, 'call' | 'reason' | 'how'>> {
  const adapters = createMemoryAdapters()
  fill(adapters)
  adapters.host.webhooks.set(id('hook'), webhookOf())
  const admin = adapters.host.users.get(id('admin')) ?? null
  spoil(adapters)
  const webhooks = createIncomingWebhooks({
    adapters,
    secret: 'a secret of at least thirty-two bytes',
    siteUrl: 'https://chat.example',
    currentUser: () => admin,
  })
  const errors: unknown[] = []
  let reached = 0
  const app = express()
  app.use('/hooks', webhooks.hooksRouter)
  app.use('/api/v4/users', webhooks.authRouter)
  app.use('/api/v4/posts', webhooks.buttonsRouter)
  app.use('/api/v4', webhooks.adminRouter)
  app.use((_req, res) => {
    reached += 1
    res.sendStatus(404)
  })
  const handle: ErrorRequestHandler = (error: unknown, _req, res, next) => {
    errors.push(error)
    if (res.headersSent) next(error)
    else res.sendStatus(500)
  }
  app.use(handle)
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const { status, headers } = await fetch(`http://127.0.0.1:${port}${path.replace(':key', KEY)}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Requested-With': 'test',
      'X-Request-Id': 'sent-1',
    },
    ...(method === 'POST' ? { body: '{"text":"t","login_id":"a","password":"b"}' } : {}),
  })
  server.closeAllConnections()
  server.close()
  await webhooks.close()
  const [error] = errors
  const isHandled = (value: unknown): boolean =>
    errors.length === 1 &&
    error instanceof Error &&
    (error === value || ('cause' in error && error.cause === value))
  const requestId = headers.get('X-Request-Id')
  return (value) => ({ status, reached, handled: isHandled(value), requestId })
}

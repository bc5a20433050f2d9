import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express, { type ErrorRequestHandler, Router } from 'express'
import { createIncomingWebhooks, type IncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters, type MemoryAdapters } from 'express-incoming-webhooks/memory'
import { fill, id, KEY, webhookOf } from '../../support/hook-host.js'
import { type Cell, PARSERS } from './cells.js'

export const PASSWORD = 'correct horse battery staple'
/** bcrypt's, of `PASSWORD`; of a low cost, to be fast. */
const PASSWORD_HASH = '$2b$04$YS33kn9idZ/pisEZvFrrgOQ22ej2J68ue7JUD4fc8pu6GW1KwEBKu'

/** A host that listens, with the routers mounted as a cell says and sentinels beside them. */
export interface MountedHost {
  readonly cell: Cell
  readonly adapters: MemoryAdapters
  readonly webhooks: IncomingWebhooks
  readonly hookPath: string
  /** Paths that came through to the host's own routes. */
  readonly reached: string[]
  /** What came through to the host's own error handler. */
  readonly errors: unknown[]
  readonly codes: string[]
  readonly send: (method: string, path: string, options?: Send) => Promise<Answer>
  readonly messages: () => readonly string[]
  readonly close: () => Promise<void>
}

export interface Send {
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is; no type is added. */
  readonly body?: string | Uint8Array
}

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

export async function mountHost(cell: Cell): Promise<MountedHost> {
  const adapters = createMemoryAdapters()
  fill(adapters)
  const userId = id('alice')
  adapters.host.credentials.set(userId, { userId, passwordHash: PASSWORD_HASH })
  adapters.host.credentials.set(id('admin'), {
    userId: id('admin'),
    passwordHash: PASSWORD_HASH,
  })
  adapters.host.webhooks.set(id('hook'), webhookOf())
  const codes: string[] = []
  const webhooks = createIncomingWebhooks({
    adapters,
    secret: 'a secret of at least thirty-two bytes',
    siteUrl: 'https://chat.example',
    hooksPath: `${cell.prefix}/hooks`,
    log: (_level, _message, fields) => codes.push(String(fields?.['code'])),
  })
  const reached: string[] = []
  const errors: unknown[] = []
  const server = await listen(createApp(cell, webhooks, reached, errors))
  const { port } = server.address() as AddressInfo
  return {
    cell,
    adapters,
    webhooks,
    reached,
    errors,
    codes,
    hookPath: `${cell.prefix}/hooks/${KEY}`,
    send: async (method, path, { headers = {}, body } = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body: Buffer.from(body) }),
      })
      return { status: answer.status, text: await answer.text(), headers: answer.headers }
    },
    messages: () => [...adapters.host.posts.values()].map((post) => post.message),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await webhooks.close()
    },
  }
}

function createApp(
  { prefix, nested, parsers }: Cell,
  webhooks: IncomingWebhooks,
  reached: string[],
  errors: unknown[],
): express.Express {
  const app = express()
  app.use(...nonEmpty(PARSERS[parsers] ?? []))
  const chat = nested ? Router() : app
  const below = nested ? '' : prefix
  chat.use(`${below}/hooks`, webhooks.hooksRouter, webhooks.hooksErrorHandler)
  chat.use(`${below}/api/v4/users`, webhooks.authRouter)
  chat.use(`${below}/api/v4`, webhooks.adminRouter)
  if (nested) app.use(prefix, chat)
  app.use((req, res) => {
    reached.push(req.originalUrl)
    res.status(404).send('the host’s own page')
  })
  const handle: ErrorRequestHandler = (error: unknown, _req, res, next) => {
    errors.push(error)
    if (res.headersSent) next(error)
    else res.status(500).send('the host’s own failure')
  }
  app.use(handle)
  return app
}

// `app.use` without a handler is refused.
function nonEmpty(handlers: readonly express.RequestHandler[]): express.RequestHandler[] {
  return handlers.length > 0
    ? [...handlers]
    : [
        (_req, _res, next): void => {
          next()
        },
      ]
}

function listen(app: express.Express): Promise<Server> {
  return new Promise((resolve) => {
    const server = app.listen(0, '127.0.0.1', () => {
      resolve(server)
    })
  })
}

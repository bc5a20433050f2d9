import express, { type NextFunction, type Request, type Response } from 'express'
import request from 'supertest'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { type HookHost, hookHost, type HookHostOptions, id } from './hook-host.js'

/** The path of the recent requests of a hook host's webhook. */
export const DELIVERIES = `/hooks/incoming/${id('hook')}/deliveries`

/** A hook host whose debug log is on and whose administrator is signed in. */
export interface DiagnosticsHost extends HookHost {
  readonly send: (text: string) => request.Test
  /** Calls the admin router. */
  readonly get: (path: string) => request.Test
  /** The list at this path, which must be there. */
  readonly list: (path: string) => Promise<readonly unknown[]>
}

export function diagnosticsHost(
  adapters: Partial<Adapters<'once' | 'consecutive' | 'threads' | 'incidents' | 'direct'>>,
  options: HookHostOptions['options'] = {},
): DiagnosticsHost {
  const host = hookHost({
    settings: { enableWebhookDebugging: true, consoleLevel: 'DEBUG' },
    adapt: ({ users, ...memory }) => ({ ...memory, ...adapters, users }),
    options: {
      currentUser: () => host.adapters.host.users.get(id('admin')) ?? null,
      ...options,
    },
  })
  const app = express().use('/api/v4', host.webhooks.adminRouter, failed)
  const get = (path: string): request.Test => request(app).get(`/api/v4${path}`)
  return {
    ...host,
    send: (text) => request(host.app).post(host.path).send({ text }),
    get,
    list: async (path) => (await get(path).expect(200)).body as readonly unknown[],
  }
}

function failed(error: unknown, _req: Request, res: Response, next: NextFunction): void {
  if (res.headersSent) next(error)
  else res.status(500).send('the host failed')
}

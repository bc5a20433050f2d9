import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const SIGNING_IN: ShownCode = {
  document: 'docs/signing-in.md',
  blocks: blocksOf(page('signing-in.md'), 'ts'),
  count: 8,
  preamble: `
import type { Express, Request, RequestHandler } from 'express'
import { createHooks, createIncomingWebhooks, type HookUser, type IncomingWebhooks } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
declare const app: Express
declare const session: RequestHandler
declare const req: Request
declare const adapters: Adapters
declare const secret: string
declare const siteUrl: string
declare const jwtKey: string
declare const userOfCookie: (req: Request) => HookUser | null
declare const database: {
  userById(id: string): Promise<{ id: number; login: string; role: string; deactivatedAt: number | null } | null>
  savePasswordHash(userId: string, hash: string): Promise<void>
}
declare const webhooks: IncomingWebhooks
declare const findUser: (id: string) => Promise<HookUser | null>
`,
  global:
    'declare global { namespace Express { interface Request { session: { userId?: string } } } }',
}

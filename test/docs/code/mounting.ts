import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const MOUNTING: ShownCode = {
  document: 'docs/mounting.md',
  blocks: blocksOf(page('mounting.md'), 'ts'),
  count: 9,
  preamble: `
import express, { type Express, type NextFunction, type Request, type RequestHandler, type ErrorRequestHandler, type Response } from 'express'
import { createIncomingWebhooks, type IncomingWebhooks, type PostsEvent, toClientPost, webhookErrorHandler } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { consoleRouter } from 'express-incoming-webhooks/console'
import type { WebSocket } from 'ws'
declare const session: RequestHandler
declare const yourRoutes: RequestHandler
declare const yourErrorHandler: ErrorRequestHandler
declare const adapters: Adapters
declare const currentUser: IncomingWebhooks['currentUser']
declare const secret: string
declare const siteUrl: string
declare const AppModule: object
declare const app: Express
declare const webhooks: IncomingWebhooks
`,
}

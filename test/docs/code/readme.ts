import { blocksOf, README } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

const PREAMBLE = `
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express'
import { createIncomingWebhooks, type HookUser, toClientPost } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { consoleRouter } from 'express-incoming-webhooks/console'
declare const app: Express
declare const io: import('socket.io').Server
declare const adapters: Adapters
declare const secret: string
declare const findUser: (req: Request) => HookUser | null
declare const yourSession: RequestHandler
declare const yourRoutes: RequestHandler
declare const yourErrorHandler: ErrorRequestHandler
`

export const OF_README: ShownCode = {
  document: 'README.md',
  blocks: blocksOf(README, 'ts'),
  count: 2,
  preamble: (block) => (block.startsWith('import') ? '' : PREAMBLE),
}

import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const DEPLOYMENT: ShownCode = {
  document: 'docs/deployment.md',
  blocks: blocksOf(page('deployment.md'), 'ts'),
  count: 8,
  preamble: `
import express, { type Express } from 'express'
import { createIncomingWebhooks, type HookLog, type IncomingWebhooks, redactKeys } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
declare const app: Express
declare const adapters: Adapters
declare const secret: string
declare const siteUrl: string
declare const port: number
declare const insidePort: number
declare const database: { end(): Promise<void> }
declare const webhooks: IncomingWebhooks
`,
}

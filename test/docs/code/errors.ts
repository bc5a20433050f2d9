import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const ERRORS: ShownCode = {
  document: 'docs/errors.md',
  blocks: blocksOf(page('errors.md'), 'ts'),
  count: 2,
  preamble: `
import { createIncomingWebhooks, type HookLog, type IncomingWebhooks, WebhookError } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
declare const adapters: Adapters
declare const secret: string
declare const siteUrl: string
declare const key: string
declare const webhooks: IncomingWebhooks
`,
}

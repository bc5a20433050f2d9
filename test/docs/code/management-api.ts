import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const MANAGEMENT_API: ShownCode = {
  document: 'docs/management-api.md',
  blocks: blocksOf(page('management-api.md'), 'ts'),
  count: 2,
  preamble: `
import type { Express } from 'express'
import type { IncomingWebhooks } from 'express-incoming-webhooks'
declare const app: Express
declare const webhooks: IncomingWebhooks
`,
}

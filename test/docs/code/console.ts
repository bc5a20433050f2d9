import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const CONSOLE: ShownCode = {
  document: 'docs/console.md',
  blocks: blocksOf(page('console.md'), 'ts'),
  count: 2,
  preamble: `
import type { Express } from 'express'
import type { IncomingWebhooks } from 'express-incoming-webhooks'
declare const app: Express
declare const webhooks: IncomingWebhooks
import { consoleRouter } from 'express-incoming-webhooks/console'
`,
}

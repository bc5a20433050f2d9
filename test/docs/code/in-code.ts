import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

const PREAMBLE = `
import type { Express } from 'express'
import { createIncomingWebhooks, type IncomingWebhooks, type NewWebhook, WebhookError } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
declare const app: Express
declare const adapters: Adapters
declare function adaptersOf(tenant: string): Adapters
declare function secretOf(tenant: string): string
declare function addUser(name: string): Promise<{ id: string; homeChannelId: string }>
declare const secret: string
declare const siteUrl: string
declare const userId: string
declare const webhookId: string
declare const webhooks: IncomingWebhooks
`

export const IN_CODE: ShownCode = {
  document: 'docs/in-code.md',
  blocks: blocksOf(page('in-code.md'), 'ts'),
  count: 5,
  preamble: PREAMBLE,
}

import { blocksOf, page } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

export const MOVING: ShownCode = {
  document: 'docs/moving.md',
  blocks: blocksOf(page('moving.md'), 'ts'),
  count: 3,
  preamble: `
import type { Express } from 'express'
import { type IncomingWebhooks, redactKeys } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { broughtAlong, oldWebhooks, type NewPlace, type OldWebhook } from '../../docs/examples/mattermost-keys.js'
declare const app: Express
declare const adapters: Adapters
declare const webhooks: IncomingWebhooks
declare const token: string
declare function placeOf(old: OldWebhook): NewPlace
`,
}

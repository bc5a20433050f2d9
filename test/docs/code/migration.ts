import { blocksOf, CHANGELOG, section } from '../../support/markdown.js'
import type { ShownCode } from './shown-code.js'

/** What changes in the reader's code: blocks of differences. */
export const MIGRATION = section(CHANGELOG, '### Migrating from 0.1.0')
// A page of HTML is not compiled.
const CHANGES = blocksOf(MIGRATION, 'diff').filter((block) => !block.includes('<body'))

/** The code before the change, which compiles no more, or after it. */
export function migrated(to: 'before' | 'after'): ShownCode {
  const leftOut = to === 'after' ? '-' : '+'
  return {
    document: `CHANGELOG.md, ${to} the migration`,
    blocks: CHANGES.map((block) =>
      block
        .split('\n')
        .filter((line) => !line.startsWith(leftOut))
        .map((line) => line.slice(1))
        .join('\n'),
    ),
    count: 8,
    preamble: PREAMBLE,
  }
}

const PREAMBLE = `
import { createServer } from 'node:http'
import express from 'express'
import { createHooks, createIncomingWebhooks, type IncomingWebhook, type IncomingWebhooks } from 'express-incoming-webhooks'
import { type Adapters, type ChannelsAdapter, type CountersAdapter, takeFrom, type WebhookChanges } from 'express-incoming-webhooks/adapters'
type Bucket = ReturnType<typeof takeFrom>['bucket']
declare const app: express.Express
declare const channelId: string
declare const secret: string
declare const siteUrl: string
declare const userId: string
declare const currentUser: IncomingWebhooks['currentUser']
declare const table: Map<string, IncomingWebhook>
type Given = Adapters<'once' | 'consecutive' | 'threads' | 'direct'>
declare const { users, channels, settings, webhooks: webhookStore }: Given
declare const { createBatch, findBatch, findById, update }: Given['posts']
declare function memberOf(userId: string, channelId: string): number
declare function countInWindow(key: string, points: number, seconds: number, cost: number): never
declare const webhooks: IncomingWebhooks
`

import { createHash } from 'node:crypto'
import express from 'express'
import { createHooks } from 'express-incoming-webhooks'
import { DEFAULT_WEBHOOK } from 'express-incoming-webhooks/adapters'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { serve } from './child.js'

const KEY = 'k'.repeat(32)
const NOW = Date.now()

const adapters = createMemoryAdapters()
const { users, channels, members } = adapters.host
users.set('alice', {
  id: 'alice',
  username: 'alice',
  email: 'alice@example.test',
  admin: false,
  createAt: NOW,
  deleteAt: 0,
})
channels.set('alerts', {
  id: 'alerts',
  teamId: 'main',
  type: 'public',
  name: 'alerts',
  displayName: 'Alerts',
  deleteAt: 0,
})
members.set('alerts', new Set(['alice']))
// Through the adapter, which keeps an index of the digests.
await adapters.webhooks.create({
  ...DEFAULT_WEBHOOK,
  id: 'webhook',
  keyDigest: createHash('sha256').update(KEY).digest('hex'),
  keyHint: KEY.slice(-4),
  createAt: NOW,
  updateAt: NOW,
  userId: 'alice',
  channelId: 'alerts',
  teamId: 'main',
  displayName: 'Bench',
})

const options = {
  adapters,
  siteUrl: 'http://127.0.0.1',
  limits: { webhook: null, requests: null, keyFailures: null },
} as const
const app = express()
if (process.env['THROUGH'] === 'listener') {
  serve(createHooks(options).listener(app), `/hooks/${KEY}`)
} else {
  app.use('/hooks', createHooks(options).router)
  serve(app, `/hooks/${KEY}`)
}

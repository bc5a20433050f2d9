import express from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { createPostgresChat, createPostgresPool } from 'express-incoming-webhooks/postgres'
import { serve } from './child.js'

const ENOUGH = { perSecond: 100_000, burst: 1_000_000 }
const pool = createPostgresPool({ url: process.env['DATABASE_URL'] ?? '' })
const chat = createPostgresChat({ pool })
const webhooks = createIncomingWebhooks({
  adapters: chat.adapters,
  secret: 'a secret of at least thirty-two bytes',
  siteUrl: 'http://127.0.0.1',
  // The limits are counted, but nothing exceeds them.
  limits: { webhook: ENOUGH, requests: ENOUGH },
})

const app = express()
app.use('/hooks', webhooks.hooksRouter)

serve(app, '/hooks/')

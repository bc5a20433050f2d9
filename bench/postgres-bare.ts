import { randomBytes } from 'node:crypto'
import express from 'express'
import { createPostgresPool } from 'express-incoming-webhooks/postgres'
import { serve } from './child.js'
import { channelOf } from './postgres-database.js'

// The least that an Express application can do with a message that it stores in PostgreSQL: the
// same transaction as the library's, in one prepared statement, without a limit and without checks.
const STORE = {
  name: 'store',
  text: `WITH turn AS (
      UPDATE chat_channels SET last_at = greatest(last_at, $2::bigint - 1) + 1 WHERE id = $1
      RETURNING last_at
    )
    INSERT INTO chat_posts (id, channel_id, user_id, webhook_id, root_id, message, type, props,
      priority, mentioned, channel_wide, create_at, update_at)
    SELECT $3, $1, $4, $5, '', $6, '', $7, NULL, '{}', NULL, last_at, last_at FROM turn`,
}

const pool = createPostgresPool({ url: process.env['DATABASE_URL'] ?? '' })
const app = express()
app.post('/hooks/:key', express.json(), (req, res, next) => {
  const { text } = req.body as { readonly text: string }
  const props = JSON.stringify({ from_webhook: 'true', override_username: 'webhook' })
  const channelId = channelOf(req.params.key)
  const id = randomBytes(16).toString('hex').slice(0, 26)
  const values = [channelId, Date.now(), id, 'user1', 'webhook1', text, props]
  pool.query({ ...STORE, values }).then(() => res.type('text/plain').send('ok'), next)
})

serve(app, '/hooks/')

// A chat on PostgreSQL with any number of nodes: what is posted to one, readers of all others see.
//
//   npm install express express-incoming-webhooks pg
//   export DATABASE_URL=postgres://chat:password@localhost/chat SECRET="$(openssl rand -hex 32)"
//   PORT=3001 node postgres-host.mjs       # prints the URL of its first webhook
//   PORT=3002 node postgres-host.mjs       # a second node, with the same variables
//   curl -N http://127.0.0.1:3002/live     # prints each message as it arrives
//   curl -H 'Content-Type: application/json' -d '{"text": "Hello"}' URL
//
// Behind a load balancer, set SITE_URL to its public URL, the same for all nodes.

import { createServer } from 'node:http'
import express from 'express'
import { createIncomingWebhooks, toClientPost } from 'express-incoming-webhooks'
import { createPostgresChat, createPostgresPool, migrate } from 'express-incoming-webhooks/postgres'

const { DATABASE_URL = '', SECRET = '', PORT = '3001' } = process.env
const { SITE_URL = 'http://127.0.0.1:3001' } = process.env

const pool = createPostgresPool({ url: DATABASE_URL })
await migrate(pool, { chat: true }) // nodes that start at once wait for each other
const chat = createPostgresChat({ pool })
const webhooks = createIncomingWebhooks({
  adapters: chat.adapters,
  secret: SECRET,
  siteUrl: SITE_URL,
  show: 'markdown',
})

const readers = new Set()
chat.onChange((change) => {
  if (change.kind !== 'posted') return
  const posts = JSON.stringify(change.posts.map(toClientPost))
  for (const reader of readers) reader.write(`data: ${posts}\n\n`)
})

const app = express()
app.use('/hooks', webhooks.hooksRouter)
app.get('/', async (_req, res) => {
  const sql = `SELECT message FROM chat_posts WHERE channel_id = 'town-square' AND delete_at = 0
    ORDER BY create_at DESC LIMIT 50`
  res.json(await chat.query(sql))
})
app.get('/live', (_req, res) => {
  res.type('text/event-stream').flushHeaders()
  readers.add(res)
  res.on('close', () => readers.delete(res))
})

// Users, teams and channels are rows that your app writes.
await chat.query(`INSERT INTO chat_users (id, username, email, admin, create_at)
  VALUES ('admin', 'admin', 'admin@example.test', true, 0) ON CONFLICT DO NOTHING`)
await chat.query(`INSERT INTO chat_teams (id, name, display_name, create_at)
  VALUES ('main', 'main', 'Main', 0) ON CONFLICT DO NOTHING`)
await chat.query(`INSERT INTO chat_channels (id, team_id, type, name, display_name, creator_id, create_at)
  VALUES ('town-square', 'main', 'public', 'town-square', 'Town Square', 'admin', 0) ON CONFLICT DO NOTHING`)

const { url } = await chat.transaction(async (query) => {
  await query('SELECT pg_advisory_xact_lock(1)') // so that only one node creates the webhook
  const { items } = await webhooks.manage.list('admin')
  const [first] = items
  if (first) return webhooks.manage.find('admin', first.id)
  return webhooks.manage.create('admin', { channelId: 'town-square', displayName: 'First webhook' })
})

const server = createServer(app).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Post to ${url}`)
})
process.once('SIGTERM', () => {
  for (const reader of readers) reader.destroy()
  server.close(async () => {
    await webhooks.close()
    await chat.close()
    await pool.end()
  })
})

// The smallest host: users, channels and messages in memory, and live messages over socket.io.
//
//   npm install express express-incoming-webhooks socket.io
//   node five-minute-host.mjs
//   curl -H 'Content-Type: application/json' -d '{"text": "Hello"}' URL   # the URL that it prints
//   curl http://127.0.0.1:3000/                                           # lists the messages
//
// For your own chat, replace the memory adapters: docs/writing-adapters.md.

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import express from 'express'
import { createIncomingWebhooks, toClientPost } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { Server } from 'socket.io'

const app = express()
const server = createServer(app)
const io = new Server(server)

const adapters = createMemoryAdapters() // replace with adapters for your own users, channels and posts
const secret = process.env['SECRET'] ?? randomBytes(32).toString('hex')
const port = Number(process.env['PORT'] ?? 3000)

const webhooks = createIncomingWebhooks({
  adapters,
  secret,
  siteUrl: `http://127.0.0.1:${port}`,
  onPosts: ({ channel, posts }) => io.to(channel.id).emit('posts', posts.map(toClientPost)),
})
app.use('/hooks', webhooks.hooksRouter)
app.use('/api/v4/users', webhooks.authRouter)
app.use('/api/v4', webhooks.adminRouter)

const { user, channel } = adapters.addDemo()
const { url } = await webhooks.manage.create(user.id, {
  channelId: channel.id,
  displayName: 'First webhook',
})
io.on('connection', (socket) => socket.join(channel.id)) // your app joins the channels of its user
app.get('/', (_req, res) => res.json([...adapters.host.posts.values()].map(toClientPost)))
server.listen(port, '127.0.0.1', () => {
  console.log(`Post to ${url}`)
})

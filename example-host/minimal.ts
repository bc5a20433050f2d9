import { randomBytes } from 'node:crypto'
import express from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'

const app = express()
const adapters = createMemoryAdapters()
const secret = process.env['SECRET'] ?? randomBytes(32).toString('hex')
const port = Number(process.env['PORT'] ?? 3000)
const siteUrl = `http://127.0.0.1:${port}`

const webhooks = createIncomingWebhooks({ adapters, secret, siteUrl })

app.use('/hooks', webhooks.hooksRouter)
app.use('/api/v4/users', webhooks.authRouter)
app.use('/api/v4', webhooks.adminRouter)

// Somebody who can sign in, and a place to post to: in a real host these are there already.
const password = randomBytes(9).toString('base64url')
const userId = 'a'.repeat(26)
const channelId = 'c'.repeat(26)
adapters.host.users.set(userId, {
  id: userId,
  username: 'admin',
  email: 'admin@localhost',
  admin: true,
  createAt: Date.now(),
  deleteAt: 0,
})
adapters.host.credentials.set(userId, {
  userId,
  passwordHash: await webhooks.hashPassword(password),
})
adapters.host.channels.set(channelId, {
  id: channelId,
  teamId: 'main',
  type: 'public',
  name: 'town-square',
  displayName: 'Town Square',
  deleteAt: 0,
})

app.listen(port, '127.0.0.1', () => {
  console.log(`${siteUrl}: sign in as admin with ${password}; a webhook may post to ${channelId}`)
})

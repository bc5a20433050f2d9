import { randomBytes } from 'node:crypto'
import express from 'express'
import { clientPost, createIncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'

const app = express()
const adapters = createMemoryAdapters() // replace with adapters for your own users, channels and posts
const secret = process.env['SECRET'] ?? randomBytes(32).toString('hex')
const port = Number(process.env['PORT'] ?? 3000)
const siteUrl = `http://127.0.0.1:${port}`

const webhooks = createIncomingWebhooks({ adapters, secret, siteUrl })

app.use('/hooks', webhooks.hooksRouter)
app.use('/api/v4/users', webhooks.authRouter)
app.use('/api/v4', webhooks.adminRouter)

const { user, channel } = adapters.addDemo()
const { url } = await webhooks.manage.create(user.id, {
  channelId: channel.id,
  displayName: 'First webhook',
})
app.get('/', (_req, res) => res.json([...adapters.host.posts.values()].map(clientPost)))
app.listen(port, '127.0.0.1', () => {
  console.log(`Post to ${url}`)
})

// How to test that an app mounts the routers: adapters in memory, requests by supertest, and a clock
// that the test moves.
//   npm install express express-incoming-webhooks supertest
//   node --test mount.test.mjs
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import express from 'express'
import request from 'supertest'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'

test('a webhook posts until it expires', async () => {
  let now = Date.parse('2030-01-01T00:00:00Z')
  const clock = () => now
  const adapters = createMemoryAdapters({ clock })
  const secret = randomBytes(32).toString('hex')
  const siteUrl = 'https://chat.example.org'
  const webhooks = createIncomingWebhooks({ adapters, secret, siteUrl, clock })
  const app = express().use('/hooks', webhooks.hooksRouter)

  const { user, channel } = adapters.addDemo()
  const { url } = await webhooks.manage.create(user.id, {
    channelId: channel.id,
    displayName: 'CI',
    expiresAt: now + 60_000,
  })
  const { pathname } = new URL(url)

  await request(app).post(pathname).send({ text: 'Green' }).expect(200, 'ok')
  now += 60_000
  await request(app).post(pathname).send({ text: 'Too late' }).expect(404)

  // Its owner is told in another channel that it expires soon.
  const posts = [...adapters.host.posts.values()].filter(
    ({ channelId }) => channelId === channel.id,
  )
  const messages = posts.map(({ message }) => message)
  assert.deepEqual(messages, ['Green'])
  await webhooks.close()
})

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { createIncomingWebhooks, type IncomingWebhooks } from 'express-incoming-webhooks'
import { BURSTS, type BurstHost } from '../support/burst.js'
import { cleanUp, mainTeam, newUser, opened, temporaryDirectory } from './support.js'

describe('a burst on one webhook of a chat on lowdb', () => {
  let server: Server
  let webhooks: IncomingWebhooks

  async function bursting(): Promise<BurstHost> {
    const store = await opened(await temporaryDirectory())
    const { adapters } = store
    let commits = 0
    webhooks = createIncomingWebhooks({
      adapters: {
        ...adapters,
        posts: {
          ...adapters.posts,
          createBatch: (batch) => {
            commits += 1
            return adapters.posts.createBatch(batch)
          },
        },
      },
      secret: 'a secret of at least thirty-two bytes',
      siteUrl: 'https://chat.example',
      log: false,
    })
    const alice = await newUser(store, 'alice')
    const place = { teamId: await mainTeam(store), type: 'public', name: 'alerts' } as const
    const made = { ...place, displayName: 'Alerts', creatorId: alice.id }
    const alerts = await store.channels.create(made)
    const fields = { channelId: alerts.id, displayName: 'Alerts' }
    const { key } = await webhooks.manage.create(alice.id, fields)
    server = createServer(express().use('/hooks', webhooks.hooksRouter)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    return {
      url: `http://127.0.0.1:${port}/hooks/${key}`,
      posts: async () => (await store.posts.page(alerts.id, { perPage: 1_000 })).toReversed(),
      commits: () => commits,
    }
  }

  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await webhooks.close()
    await cleanUp()
  })

  for (const [title, run] of Object.entries(BURSTS)) {
    it(title, async () => {
      await run(await bursting())
    })
  }
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Packed } from '../support/packed.js'
import { inProject, link, node } from './project.js'
import { TOOLS } from './tools.js'

// The routers come before the body parsers of Nest, which `listen` adds.
const HOST = `
require('reflect-metadata')
const { Module } = require('@nestjs/common')
const { NestFactory } = require('@nestjs/core')
const { createIncomingWebhooks } = require('express-incoming-webhooks')
const { createMemoryAdapters } = require('express-incoming-webhooks/memory')

class Host {}
Module({})(Host)

async function main() {
  const adapters = createMemoryAdapters()
  const secret = 'a secret of at least thirty-two bytes'
  const webhooks = createIncomingWebhooks({ adapters, secret, siteUrl: 'http://127.0.0.1' })
  const { user, channel } = adapters.addDemo()
  const fields = { channelId: channel.id, displayName: 'First webhook' }
  const { url } = await webhooks.manage.create(user.id, fields)
  const app = await NestFactory.create(Host, { logger: false })
  app.use('/hooks', webhooks.hooksRouter)
  await app.listen(0, '127.0.0.1')
  const { port } = app.getHttpServer().address()
  const sent = { method: 'POST', body: '{"text": "Hello"}' }
  const answer = await fetch('http://127.0.0.1:' + port + new URL(url).pathname, sent)
  console.log(await answer.text(), [...adapters.host.posts.values()].length)
  app.getHttpServer().closeAllConnections()
  await app.close()
  await webhooks.close()
}
main()
`

/** Sends a message to a host of NestJS, installed in `tools`. */
export async function runInNest(packed: Packed, tools: string): Promise<void> {
  await inProject(packed, 'commonjs', async (folder) => {
    await link(folder, tools, Object.keys(TOOLS.nest))
    await writeFile(join(folder, 'host.js'), HOST)
    const printed = await node(folder, ['host.js'])
    if (printed.trim() !== 'ok 1') throw new Error(`it printed ${printed.trim()}`)
  })
}

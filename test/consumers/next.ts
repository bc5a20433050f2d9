import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Packed } from '../support/packed.js'
import { inProject, node } from './project.js'

const PAGE = "module.exports = function Page() { return 'a page of Next' }"

// A custom server: the router takes its requests, and Next takes all others.
const HOST = `
const express = require('express')
const next = require('next')
const { createIncomingWebhooks } = require('express-incoming-webhooks')
const { createMemoryAdapters } = require('express-incoming-webhooks/memory')

async function main() {
  const adapters = createMemoryAdapters()
  const secret = 'a secret of at least thirty-two bytes'
  const webhooks = createIncomingWebhooks({ adapters, secret, siteUrl: 'http://127.0.0.1' })
  const { user, channel } = adapters.addDemo()
  const fields = { channelId: channel.id, displayName: 'First webhook' }
  const { url } = await webhooks.manage.create(user.id, fields)
  const pages = next({ dev: false, dir: __dirname })
  await pages.prepare()
  const handle = pages.getRequestHandler()
  const app = express()
  app.use('/hooks', webhooks.hooksRouter)
  app.use((req, res) => handle(req, res))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = 'http://127.0.0.1:' + server.address().port
  const sent = { method: 'POST', body: '{"text": "Hello"}' }
  const answer = await fetch(origin + new URL(url).pathname, sent)
  const page = await (await fetch(origin)).text()
  console.log(await answer.text(), adapters.host.posts.size, page.includes('a page of Next'))
  server.closeAllConnections()
  server.close()
  await pages.close()
  await webhooks.close()
}
main()
`

/** Sends a message to a custom server of Next.js, installed in `tools`. */
export async function runInNext(packed: Packed, tools: string): Promise<void> {
  await inProject(packed, 'commonjs', async (folder) => {
    // Next builds only with packages of the app's own folder or one above it.
    const app = join(tools, 'app')
    await rename(folder, app)
    try {
      await mkdir(join(app, 'pages'))
      await writeFile(join(app, 'pages/index.js'), PAGE)
      await writeFile(join(app, 'host.js'), HOST)
      const telemetry = { NEXT_TELEMETRY_DISABLED: '1' }
      await node(app, [join(tools, 'node_modules/next/dist/bin/next'), 'build'], { env: telemetry })
      const printed = await node(app, ['host.js'], { env: telemetry })
      if (printed.trim().split('\n').at(-1) !== 'ok 1 true') {
        throw new Error(`it printed ${printed.trim()}`)
      }
    } finally {
      await rm(app, { recursive: true, force: true })
    }
  })
}

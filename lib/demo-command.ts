import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import express, { type RequestHandler } from 'express'
import { createMemoryAdapters } from './adapters/memory/index.js'
import { consoleRouter } from './console/index.js'
import { createIncomingWebhooks } from './create.js'
import { asError } from './host/as-error.js'
import { renderText } from './render/flat.js'
import { printable } from './text/names.js'

const ADDRESS = '127.0.0.1'

/** Serves a webhook and the console on this machine, and prints each message, until it is interrupted. */
export async function run(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { port: { type: 'string' } } })
  const app = express()
  const server = createServer(app)
  server.listen(portIn(values.port ?? '8065'), ADDRESS)
  await once(server, 'listening').catch((error: unknown) => {
    throw new Error(`${asError(error).message}: choose another port with --port`)
  })
  const address = server.address()
  const port = address instanceof Object ? address.port : 0
  // Browsers leave out the usual port.
  const { host } = new URL(`http://${ADDRESS}:${port}`)
  const adapters = createMemoryAdapters()
  const { user, channel } = adapters.addDemo()
  const webhooks = createIncomingWebhooks({
    adapters,
    secret: randomBytes(32).toString('hex'),
    siteUrl: `http://${host}`,
    currentUser: () => user,
    onPosts: ({ posts }) => {
      console.log(`\n${printable(posts.map(renderText).join('\n\n'))}`)
    },
  })
  const { url } = await webhooks.manage.create(user.id, {
    channelId: channel.id,
    displayName: 'First webhook',
  })
  app
    .use('/hooks', webhooks.hooksRouter)
    // Who opens a page of another site in the browser is no administrator there.
    .use(onlyAt(host))
    .use('/api/v4', webhooks.adminRouter)
    .use(consoleRouter({ apiBase: '/api/v4', hooksBase: '/hooks' }))
  console.log(`Messages appear here. Send the first one from another terminal:

  curl -d '{"text": "**Build 128** is green"}' ${url}

Its webhook, the log of requests and the workbench are at http://${host}/
Everything is gone when you press Ctrl+C.`)
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await webhooks.close()
  server.close()
  server.closeAllConnections()
  return 0
}

function portIn(text: string) {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port < 65_536) return port
  throw new Error('--port: expected a number from 0 to 65535')
}

/** A name of another site may lead to this machine too. */
function onlyAt(host: string): RequestHandler {
  return (req, res, next) => {
    if (req.headers.host === host) next()
    else res.status(421).send(`This is http://${host}/ only.`)
  }
}

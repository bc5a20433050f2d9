import { once } from 'node:events'
import express from 'express'
import {
  createIncomingWebhooks,
  WebhookError,
  webhookErrorHandler,
} from 'express-incoming-webhooks'
import { describeAdapters } from 'express-incoming-webhooks/conformance'
import { consoleRouter } from 'express-incoming-webhooks/console'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { allFormats } from 'express-incoming-webhooks/formats'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { openApiDocument } from 'express-incoming-webhooks/openapi'
import { renderHtml, renderMarkdown, renderText } from 'express-incoming-webhooks/render'
import { sqlTables } from 'express-incoming-webhooks/sql'

// The program of every consumer: compiled, bundled and run in projects of their own.
const PASSWORD = 'correct horse'
const POST = { message: '**a**', props: null }

async function main(): Promise<void> {
  const adapters = createMemoryAdapters()
  const webhooks = createIncomingWebhooks({
    adapters,
    secret: 'a secret of at least thirty-two bytes',
    siteUrl: 'http://127.0.0.1',
  })
  const { user, channel } = adapters.addDemo()
  const passwordHash = await webhooks.signIn.hashPassword(PASSWORD)
  adapters.host.credentials.set(user.id, { userId: user.id, passwordHash })
  const { url } = await webhooks.manage.create(user.id, {
    channelId: channel.id,
    displayName: 'First webhook',
  })
  const app = express()
  app.use('/hooks', webhooks.hooksRouter, webhooks.hooksErrorHandler)
  app.use('/api/v4/users', webhooks.authRouter)
  app.use('/api/v4', webhooks.adminRouter)
  app.use('/admin', consoleRouter({ apiBase: '/api/v4', hooksBase: '/hooks' }))
  app.get('/refused', () => {
    throw new WebhookError('no_text')
  })
  app.use(webhookErrorHandler())
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address instanceof Object ? address.port : 0
  const call = (path: string, body?: object): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const page = await (await call('/admin/')).text()
  const [, script = ''] = /"modulepreload" href="([^"]+)"/.exec(page) ?? []
  const documents = createDocumentStores({
    get: () => null,
    list: () => [],
    transaction: (work) => work({ get: () => null, put: () => null, delete: () => null }),
  })
  let suites = 0
  describeAdapters('none', () => Promise.reject(new Error('it is not opened')), {
    runner: { describe: () => (suites += 1), it: () => undefined },
  })
  const results = {
    suites,
    formats: allFormats.length > 20,
    openapi: openApiDocument().openapi,
    tables: sqlTables({ dialect: 'postgres' }).includes('webhook_posts'),
    settings: (await documents.settings.get()).consoleLevel,
    hook: await (await call(new URL(url).pathname, { text: 'Hello' })).text(),
    posts: [...adapters.host.posts.values()].map(renderText).join(),
    signIn: (await call('/api/v4/users/login', { login_id: user.username, password: PASSWORD }))
      .status,
    script: (await (await call(`/admin/${script}`)).text()).length > 10_000,
    refused: (await call('/refused')).status,
    markdown: renderMarkdown(POST),
    html: await renderHtml(POST).catch((error: unknown) =>
      error instanceof Error ? error.message : '',
    ),
  }
  server.close()
  server.closeAllConnections()
  await webhooks.close()
  console.log(JSON.stringify(results))
}

main().catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})

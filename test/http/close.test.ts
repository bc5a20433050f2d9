import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { openReceiver } from '../support/receiver.js'
import { ROOT } from '../support/root.js'

/** Uses whatever holds a thread, a connection or a timer, and says what is left of it. */
const SCRIPT = `
  import { createIncomingWebhooks } from 'express-incoming-webhooks'
  import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
  import express from 'express'

  const adapters = createMemoryAdapters()
  const { user, channel } = adapters.addDemo()
  const integration = new URL(process.env.RECEIVER)
  const webhooks = createIncomingWebhooks({
    adapters,
    secret: '7f3a9c51e8d24b60a1f7c3d95e0b8246',
    siteUrl: 'https://chat.example',
    allowedIntegrationHosts: [integration.host],
    currentUser: () => user,
  })
  const app = express()
  app.use('/hooks', webhooks.hooksRouter)
  app.use('/api/v4/posts', webhooks.buttonsRouter)
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = 'http://127.0.0.1:' + server.address().port
  const send = async (path, body) => (await fetch(url + path, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest', Connection: 'close' },
    body: JSON.stringify(body),
  })).status

  const made = await webhooks.manage.create(user.id, { channelId: channel.id, displayName: 'a' })
  const key = made.url.split('/').at(-1)
  const actions = [{ id: 'go', name: 'Go', integration: { url: integration.href } }]
  const { posts } = await webhooks.deliver(key, { text: 't', attachments: [{ text: 'x', actions }] })
  const statuses = [
    await send('/hooks/' + key, { text: 't' }),
    await send('/hooks/unknown', {}),
    await send('/api/v4/posts/' + posts[0].id + '/actions/go', {}),
  ]
  await webhooks.signIn.hashPassword('a password')
  await webhooks.signIn.checkPassword({ loginId: 'a', password: 'b', address: 'c' }).catch(() => undefined)
  await new Promise((resolve) => server.close(resolve))
  await webhooks.close()
  await new Promise((resolve) => setImmediate(resolve))
  const left = process.getActiveResourcesInfo().filter((name) => !/^(Pipe|TTY|FS|Immediate|TCPServerWrap)/.test(name))
  console.log(JSON.stringify({ statuses, left }))
`

describe('a process whose webhooks are closed', () => {
  it('has nothing left of them that would keep it alive, and ends', async () => {
    const receiver = await openReceiver()
    try {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '-e', SCRIPT],
        { cwd: ROOT, env: { ...process.env, RECEIVER: receiver.url }, timeout: 120_000 },
      )
      expect(JSON.parse(stdout)).to.deep.equal({ statuses: [200, 404, 200], left: [] })
      expect(receiver.received).to.have.lengthOf(1)
    } finally {
      await receiver.close()
    }
  })
})

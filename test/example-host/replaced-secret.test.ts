import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import { signIn } from '../support/chat-host.js'
import { makeHookChannel } from '../support/hook-channel.js'
import { type HostHere, startHostHere } from '../support/host-here.js'
import { call } from '../support/http-client.js'
import { usePostgresServer } from '../support/postgres.js'
import { type Nodes, openNodes } from '../support/store-nodes.js'

const OLD = 'a secret that both of the nodes share'
const NEW = 'another secret, for both of the nodes'
const ADMIN = { login_id: 'admin', password: 'the password of the administrator' }
const SENDERS = 'the secret of a program that signs'

describe('the secret of two nodes', () => {
  const url = usePostgresServer()
  let database: Nodes
  let nodes: HostHere[]
  beforeEach(async () => {
    database = await openNodes(url())
    const adminPassword = ADMIN.password
    const env = { DATABASE_URL: database.url, SECRET: OLD }
    nodes = [
      await startHostHere({ env, adminPassword }),
      await startHostHere({ env, adminPassword }),
    ]
  })
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await database.close()
  })

  const each = <Result>(ask: (host: HostHere) => Promise<Result>) => Promise.all(nodes.map(ask))

  it('is replaced node by node, while senders sign, sessions last and URLs are shown', async () => {
    const [first] = nodes
    if (!first) throw new Error('there is no node')
    await makeHookChannel(first, 'signed')
    const [webhook] = (await first.api('GET', '/hooks/incoming')) as [{ id: string }]
    const path = `/hooks/incoming/${webhook.id}`
    const verification = { scheme: 'github', secret: SENDERS }
    const { url: hookUrl } = (await first.api('PUT', path, {
      ...webhook,
      verification,
    })) as { url: string }
    const hookPath = new URL(hookUrl).pathname
    const sessions = await each((host) => host.adminToken())

    const check = async (): Promise<void> => {
      const body = '{"text":"signed"}'
      const hmac = createHmac('sha256', SENDERS).update(body).digest('hex')
      const headers = { 'X-Hub-Signature-256': `sha256=${hmac}` }
      const sent = await each((host) =>
        call(host.url + hookPath, { method: 'POST', headers, body }),
      )
      expect(sent.map(({ status, text }) => [status, text])).to.deep.equal([
        [200, 'ok'],
        [200, 'ok'],
      ])
      sessions.push(...(await each(({ url: at }) => signIn(at, ADMIN))))
      for (const token of new Set(sessions)) {
        const Authorization = `Bearer ${token}`
        const shown = await each((host) =>
          call(`${host.url}/api/v4${path}`, { method: 'GET', headers: { Authorization } }),
        )
        for (const { status, text } of shown) {
          expect(status).to.equal(200)
          expect(text).to.include(`${hookPath}"`)
        }
      }
    }
    await check()
    for (const [SECRET, PREVIOUS_SECRET] of [
      [OLD, NEW],
      [NEW, OLD],
    ] as const) {
      for (const node of nodes) {
        await node.restart({ env: { SECRET, PREVIOUS_SECRET } })
        await check()
      }
    }
  })
})

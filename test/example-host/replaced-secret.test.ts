import { createHmac } from 'node:crypto'
import { expect } from 'chai'
import type { IncomingWebhooksOptions } from 'express-incoming-webhooks'
import request from 'supertest'
import { type ExampleHost, startExampleHost } from '../support/example-host.js'
import { usePostgresServer } from '../support/postgres.js'
import { type Nodes, openNodes } from '../support/store-nodes.js'
import { bodyOf, type Chat, idOf, member, PASSWORD, startChat } from './chat.js'

const OLD = 'a secret that both of the nodes share'
const NEW = 'another secret, for both of the nodes'
const SENDERS = 'the secret of a program that signs'

describe('the secret of two nodes', () => {
  const server = usePostgresServer()
  let database: Nodes
  let nodes: Chat[]
  let host: ExampleHost | null
  const start = async (secret: IncomingWebhooksOptions['secret']): Promise<Chat> =>
    startChat({ store: await database.open(), secret })

  beforeEach(async () => {
    database = await openNodes(server())
    nodes = [await start(OLD), await start(OLD)]
    host = null
  })
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    await host?.stop()
    await database.close()
  })

  it('is replaced node by node, while senders sign, sessions last and URLs are shown', async () => {
    const { id, hookPath } = await signedWebhook(nodes)
    const sessions = new Set<string>()
    const check = async (urls: readonly string[]): Promise<void> => {
      for (const url of urls) {
        const body = '{"text":"signed"}'
        const hmac = createHmac('sha256', SENDERS).update(body).digest('hex')
        const sending = request(url).post(hookPath).set('X-Hub-Signature-256', `sha256=${hmac}`)
        await sending.type('text').send(body).expect(200, 'ok')
        const signIn = { login_id: 'admin', password: PASSWORD }
        const answer = await request(url).post('/api/v4/users/login').send(signIn).expect(200)
        sessions.add(answer.get('Token') ?? '')
      }
      for (const url of urls) {
        for (const token of sessions) {
          const shown = await request(url)
            .get(`/api/v4/hooks/incoming/${id}`)
            .set('Authorization', `Bearer ${token}`)
            .expect(200)
          expect(shown.text).to.include(`${hookPath}"`)
        }
      }
    }
    const urls = (): readonly string[] => nodes.map(({ url }) => url)
    await check(urls())
    for (const secret of [
      [OLD, NEW],
      [NEW, OLD],
    ] as const) {
      for (const node of [0, 1]) {
        await nodes[node]?.close()
        nodes[node] = await start(secret)
        await check(urls())
      }
    }
    const env = { DATABASE_URL: database.url, SECRET: NEW, PREVIOUS_SECRET: OLD }
    host = await startExampleHost({ env, adminPassword: PASSWORD })
    await check([host.url])
  })
})

/** A webhook whose senders must sign. */
async function signedWebhook([node]: readonly Chat[]) {
  if (!node) throw new Error('there is no node')
  const { admin } = node
  const channelId = await node.addChannel('alerts', 'O', admin)
  const hook = { channel_id: channelId, display_name: 'Alerts' }
  const made = await node.api('post', '/hooks/incoming', admin, hook).expect(201)
  const id = idOf(made)
  const signed = { ...made.body, verification: { scheme: 'github', secret: SENDERS } } as object
  const changed = await node.api('put', `/hooks/incoming/${id}`, admin, signed).expect(200)
  return { id, hookPath: new URL(String(member(bodyOf(changed), 'url'))).pathname }
}

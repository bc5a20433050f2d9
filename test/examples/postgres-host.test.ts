import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import request from 'supertest'
import { usePostgresServer } from '../support/postgres.js'
import { createSchema, type Schema } from '../support/postgres-schema.js'
import { type RunningExample, startExample } from './running-example.js'

describe('postgres-host.mjs', () => {
  const server = usePostgresServer()
  let schema: Schema
  let nodes: readonly RunningExample[]

  const start = async (count: number): Promise<readonly RunningExample[]> => {
    const env = {
      DATABASE_URL: schema.url,
      SECRET: randomBytes(32).toString('hex'),
    }
    return Promise.all(Array.from({ length: count }, () => startExample('postgres-host.mjs', env)))
  }
  // Its SITE_URL is that of a load balancer; here, each node is called directly.
  const hookOf = ({ url, hookUrl }: RunningExample): string => url + new URL(hookUrl).pathname

  beforeEach(async () => {
    schema = await createSchema(server())
    nodes = await start(2)
  })
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    await schema.drop()
  })

  it('shows a message that is posted to one node to a reader of the other', async () => {
    const [a, b] = pair(nodes)
    const reader = await readerOf(b)
    await request(hookOf(a)).post('').send({ text: 'Hello' }).expect(200, 'ok')
    expect(await reader.next()).to.have.nested.property('[0].message', 'Hello')
    await request(b.url)
      .get('/')
      .expect(200, [{ message: 'Hello' }])
    reader.close()
  })

  it('creates one webhook, whose URL all nodes print and serve', async () => {
    const [a, b] = pair(nodes)
    expect(a.hookUrl).to.equal(b.hookUrl)
    for (const node of nodes) await request(hookOf(node)).post('').send({ text: 'a' }).expect(200)
  })

  it('stores a message that is repeated at the other node once', async () => {
    for (const node of nodes) {
      const post = request(hookOf(node)).post('').set('Idempotency-Key', 'one')
      await post.send({ text: 'Once' }).expect(200, 'ok')
    }
    await request(pair(nodes)[0].url)
      .get('/')
      .expect(200, [{ message: 'Once' }])
  })

  it('stops on SIGTERM although readers are connected', async () => {
    const [, b] = pair(nodes)
    await readerOf(b)
    expect(await b.stop()).to.equal(0)
  })
})

function pair([a, b]: readonly RunningExample[]): readonly [RunningExample, RunningExample] {
  if (!a || !b) throw new Error('there are not two nodes')
  return [a, b]
}

/** What a node sends to a reader, message by message. */
async function readerOf({ url }: RunningExample) {
  const asking = get(`${url}/live`)
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const lines: AsyncIterator<string, undefined> = createInterface(response)[Symbol.asyncIterator]()
  return {
    next: async (): Promise<unknown> => {
      const { value: data } = await lines.next()
      await lines.next()
      return JSON.parse(data?.replace('data: ', '') ?? 'null') as unknown
    },
    close: () => {
      asking.destroy()
    },
  }
}

import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import pg from 'pg'
import request from 'supertest'
import { usePostgresUrl } from '../support/postgres.js'
import { type RunningExample, startExample } from './running-example.js'

describe('postgres-host.mjs', () => {
  const server = usePostgresUrl()
  const schema = `example_${process.pid}`
  const secret = randomBytes(32).toString('hex')
  let a: RunningExample
  let b: RunningExample

  const inDatabase = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server() })
    await client.connect()
    await client.query(sql)
    await client.end()
  }
  const startNode = (): Promise<RunningExample> =>
    startExample('postgres-host.mjs', {
      DATABASE_URL: `${server()}?options=-csearch_path%3D${schema}`,
      SECRET: secret,
    })
  // Its SITE_URL is that of a load balancer; here, each node is called directly.
  const hookOf = ({ url, hookUrl }: RunningExample): string => url + new URL(hookUrl).pathname
  /** How many of the last messages have this text. */
  const countOf = async (node: RunningExample, text: string): Promise<number> => {
    const answer = await request(node.url).get('/').expect(200)
    const messages = answer.body as readonly { readonly message: string }[]
    return messages.filter(({ message }) => message === text).length
  }

  describe('on two nodes', () => {
    before(async () => {
      await inDatabase(`CREATE SCHEMA ${schema}`)
      const nodes = await Promise.all([startNode(), startNode()])
      ;[a, b] = nodes
    })
    after(async () => {
      await Promise.all([a.stop(), b.stop()])
      await inDatabase(`DROP SCHEMA ${schema} CASCADE`)
    })

    it('shows a message that is posted to one node to a reader of the other', async () => {
      const reader = await readerOf(b)
      await request(hookOf(a)).post('').send({ text: 'Hello' }).expect(200, 'ok')
      expect(await reader.next()).to.have.nested.property('[0].message', 'Hello')
      expect(await countOf(b, 'Hello')).to.equal(1)
      reader.close()
    })

    it('creates one webhook, whose URL all nodes print and serve', async () => {
      expect(a.hookUrl).to.equal(b.hookUrl)
      for (const node of [a, b])
        await request(hookOf(node)).post('').send({ text: 'a' }).expect(200)
    })

    it('stores a message that is repeated at the other node once', async () => {
      for (const node of [a, b]) {
        const post = request(hookOf(node)).post('').set('Idempotency-Key', 'one')
        await post.send({ text: 'Once' }).expect(200, 'ok')
      }
      expect(await countOf(a, 'Once')).to.equal(1)
    })

    it('stops on SIGTERM although readers are connected', async () => {
      const node = await startNode()
      await readerOf(node)
      expect(await node.stop()).to.equal(0)
    })
  })
})

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

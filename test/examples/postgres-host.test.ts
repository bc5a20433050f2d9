import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createInterface } from 'node:readline'
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import request from 'supertest'
import { z } from 'zod'
import { usePostgresUrl } from '../support/postgres.js'
import { type RunningExample, startExample } from './running-example.js'

const POSTS = z.array(z.object({ message: z.string() }))

describe('postgres-host.mjs', () => {
  const url = usePostgresUrl()
  const secret = randomBytes(32).toString('hex')
  let a: RunningExample
  let b: RunningExample

  const start = (): Promise<RunningExample> =>
    startExample('postgres-host.mjs', { DATABASE_URL: url(), SECRET: secret })
  // Its SITE_URL is that of a load balancer; here, each node is called directly.
  const hookOf = ({ url, hookUrl }: RunningExample): string => url + new URL(hookUrl).pathname
  const messagesAt = async ({ url }: RunningExample): Promise<readonly unknown[]> => {
    const answer = await request(url).get('/').expect(200)
    return POSTS.parse(answer.body).map(({ message }) => message)
  }

  before(async () => {
    ;[a, b] = await Promise.all([start(), start()])
  })
  after(() => Promise.all([a.stop(), b.stop()]))

  it('shows a message that is posted to one node to a reader of the other', async () => {
    const reader = await readerOf(b)
    await request(hookOf(a)).post('').send({ text: 'Hello' }).expect(200, 'ok')
    await reader.reads('Hello')
    expect(await messagesAt(b)).to.include('Hello')
    reader.close()
  })

  it('creates one webhook, whose URL all nodes print and serve', async () => {
    expect(a.hookUrl).to.equal(b.hookUrl)
    for (const node of [a, b]) await request(hookOf(node)).post('').send({ text: 'a' }).expect(200)
  })

  it('stores a message that is repeated at the other node once', async () => {
    for (const node of [a, b]) {
      const post = request(hookOf(node)).post('').set('Idempotency-Key', 'one')
      await post.send({ text: 'Once' }).expect(200, 'ok')
    }
    const found = (await messagesAt(a)).filter((message) => message === 'Once')
    expect(found).to.have.lengthOf(1)
  })

  it('stops on SIGTERM although readers are connected', async () => {
    const node = await start()
    await readerOf(node)
    expect(await node.stop()).to.equal(0)
  })
})

/** What a node sends to a reader. */
async function readerOf({ url }: RunningExample) {
  const asking = get(`${url}/live`)
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  const lines: AsyncIterator<string, undefined> = createInterface(response)[Symbol.asyncIterator]()
  return {
    /** Returns when it has got this message. What was posted before may come late. */
    reads: async (message: string): Promise<void> => {
      for (let isThere = false; !isThere;) {
        const { value: data } = await lines.next()
        await lines.next()
        if (data === undefined) throw new Error('the stream has ended')
        const posts = POSTS.parse(JSON.parse(data.replace('data: ', '')))
        isThere = posts.some((post) => post.message === message)
      }
    },
    close: () => {
      asking.destroy()
    },
  }
}

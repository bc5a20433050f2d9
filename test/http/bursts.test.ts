import { EventEmitter, once } from 'node:events'
import { Agent, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { Express } from 'express'
import type { Format } from 'express-incoming-webhooks/formats'
import { BURSTS, sendAtOnce, sendOne } from '../support/burst.js'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { type HookHost, hookHost, type HookHostOptions } from '../support/hook-host.js'

describe('a burst on one webhook', () => {
  const servers: Server[] = []

  async function urlOf(app: Express): Promise<string> {
    const server = createServer(app)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  afterEach(() => {
    for (const server of servers.splice(0)) server.closeAllConnections()
  })

  /** A host whose clock goes on, and how often it has stored something. */
  async function bursting(given: HookHostOptions = {}): Promise<{
    host: HookHost
    url: string
    commits: () => number
  }> {
    let commits = 0
    const host = hookHost({
      ...given,
      options: { clock: Date.now, ...given.options },
      adapt: (adapters) => ({
        ...adapters,
        counters: createMemoryAdapters().counters,
        posts: {
          ...adapters.posts,
          createBatch: (batch) => {
            commits += 1
            return adapters.posts.createBatch(batch)
          },
        },
      }),
    })
    const url = (await urlOf(host.app)) + host.path
    return { host, url, commits: () => commits }
  }

  for (const [title, run] of Object.entries(BURSTS)) {
    it(title, async () => {
      const { host, ...bursts } = await bursting()
      await run({ ...bursts, posts: () => Promise.resolve([...host.adapters.host.posts.values()]) })
    })
  }

  it('that is over the limit waits in line and says how long; what the limit cannot serve in the patience of the sender is told when to come', async () => {
    const brief: Format = {
      name: 'brief',
      title: 'A sender in a hurry',
      patience: 1_000,
      read: ({ body }) => ({
        kind: 'message',
        draft: { text: body.text },
        event: { event: 'message' },
      }),
    }
    const { host, url } = await bursting({
      webhook: { rateLimit: { perSecond: 20, burst: 2 } },
      options: { formats: [brief] },
    })
    const sent = Array.from({ length: 60 }, (_, n) => ({ url: `${url}/brief`, body: n }))
    const started = performance.now()
    const answers = await sendAtOnce(sent)
    const seconds = (performance.now() - started) / 1_000
    const stored = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect(stored.length + refused.length).to.equal(60)
    expect(stored.length).to.be.within(20, 3 + 20 * seconds)
    expect(host.posts()).to.have.length(stored.length)
    const waited = stored.map(({ headers }) => Number(headers['x-webhook-waited'] ?? 0))
    expect(Math.max(...waited)).to.be.within(0.7, 1.3)
    for (const { headers } of refused) expect(headers['retry-after']).to.match(/^[12]$/)
  })

  it('that cannot be served in time for its sender is refused at once', async () => {
    const { url } = await bursting({ webhook: { rateLimit: { perSecond: 0.1, burst: 1 } } })
    const [first, second] = await sendAtOnce([1, 2].map((n) => ({ url, body: { text: `${n}` } })))
    const refused = [first, second].find((answer) => answer?.status === 429)
    expect(refused?.headers['retry-after']).to.equal('10')
    expect(refused?.headers).to.include({ 'ratelimit-policy': '"webhook";q=1;w=10' })
  })

  it('of one incident that cannot begin in time is refused at once, with the time at which it could', async () => {
    const { host, url } = await bursting({ webhook: { rateLimit: { perSecond: 0.1, burst: 1 } } })
    await sendAtOnce([{ url, body: { text: 'another' } }])
    const headers = { 'correlation-key': 'disk' }
    const started = performance.now()
    const answers = await sendAtOnce(
      Array.from({ length: 30 }, (_, n) => ({ url, headers, body: { text: `${n}` } })),
    )
    expect(performance.now() - started).to.be.below(2_500)
    const told = answers.map(
      ({ status, headers: { 'retry-after': retry } }) => `${status} ${retry}`,
    )
    expect([...new Set(told)]).to.satisfy((all: readonly string[]) =>
      all.every((each) => /^429 (?:9|10)$/.test(each)),
    )
    expect(host.posts()).to.have.length(1)
  })

  it('of one incident, whose first post waits, is held behind it up to 16 MiB', async () => {
    const { host, url } = await bursting({ webhook: { rateLimit: { perSecond: 0.2, burst: 1 } } })
    await sendAtOnce([{ url, body: { text: 'another' } }])
    const headers = { 'correlation-key': 'disk' }
    const text = 'log '.repeat(150_000)
    const reports = Array.from({ length: 40 }, (_, n) => ({
      url,
      headers,
      body: { text: `${n} ${text}` },
    }))
    const all = reports.map((report) => sendOne(report, new Agent()))
    const { status, headers: said, body } = await Promise.race(all)
    expect({ status, retry: said['retry-after'] }).to.deep.equal({ status: 503, retry: '1' })
    expect(body).to.include('than can be held')
    host.webhooks.drain()
    await Promise.all(all)
  })

  it('is not stored for a sender that has left before its wait began', async () => {
    const { counters } = createMemoryAdapters()
    const told = new EventEmitter()
    const isAsked = once(told, 'asked')
    const hasLeft = once(told, 'left')
    let asked = 0
    const host = hookHost({
      webhook: { rateLimit: { perSecond: 20, burst: 1 } },
      options: { clock: Date.now },
      adapt: (adapters) => ({
        ...adapters,
        counters: {
          ...counters,
          take: async (...args) => {
            asked += args[0].startsWith('webhook ') ? 1 : 0
            if (asked !== 2) return counters.take(...args)
            told.emit('asked')
            await hasLeft
            return counters.take(...args)
          },
        },
      }),
      before: [
        (_req, res, next) => {
          res.once('close', () => {
            if (asked === 2) told.emit('left')
          })
          next()
        },
      ],
    })
    const url = (await urlOf(host.app)) + host.path
    await sendAtOnce([{ url, body: { text: 'one' } }])
    const agent = new Agent()
    const gone = sendOne({ url, body: { text: 'two' } }, agent).catch(() => 'gone')
    await isAsked
    agent.destroy()
    expect(await gone).to.equal('gone')
    await sendAtOnce([{ url, body: { text: 'three' } }])
    expect(host.posts().map(({ message }) => message)).to.deep.equal(['one', 'three'])
  })

  it('costs nothing where it makes no post', async () => {
    const { url } = await bursting({ webhook: { rateLimit: { perSecond: 0.01, burst: 1 } } })
    const headers = { 'correlation-key': 'a' }
    const agent = new Agent()
    const of = (body: unknown) => sendOne({ url: `${url}?state=open`, body, headers }, agent)
    expect((await of({ text: 'one' })).status).to.equal(200)
    for (const text of ['one', 'two', 'two', 'three'])
      expect((await of({ text })).status).to.equal(200)
    expect((await sendOne({ url, body: { nothing: 1 } }, agent)).status).to.equal(400)
    expect((await sendOne({ url, body: { text: 'new' } }, agent)).status).to.equal(429)
    agent.destroy()
  })

  it('of one incident, each with an Idempotency-Key, is stored or told in time to come again', async () => {
    const hurried: Format = {
      name: 'hurried',
      title: 'A sender in a hurry',
      patience: 100,
      isMonitoring: true,
      read: ({ body }) => ({
        kind: 'message',
        draft: { text: body.text },
        event: { event: 'report', incident: 'disk', state: 'open' },
      }),
    }
    const { host, url } = await bursting({ options: { formats: [hurried] } })
    const sent = Array.from({ length: 60 }, (_, n) => ({
      url: `${url}/hurried`,
      body: n,
      headers: { 'idempotency-key': `report-${n}` },
    }))
    const started = performance.now()
    const answers = await sendAtOnce(sent)
    expect(performance.now() - started).to.be.below(2_500)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).to.be.within(1, 58)
    for (const { status, headers, body } of refused) {
      expect({ status, retry: headers['retry-after'] }).to.deep.equal({ status: 503, retry: '1' })
      expect(body).to.include('than can be stored one by one')
    }
    expect(host.posts().filter(({ root_id }) => root_id === '')).to.have.length(1)
  })

  it('is let go when the process closes, with the advice to come again', async () => {
    const { host, url } = await bursting({ webhook: { rateLimit: { perSecond: 1, burst: 1 } } })
    const answers = sendAtOnce([1, 2, 3].map((n) => ({ url, body: { text: `${n}` } })))
    await new Promise((resolve) => setImmediate(resolve))
    while (host.posts().length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    host.webhooks.drain()
    const statuses = (await answers).map(({ status }) => status).sort()
    expect(statuses.filter((status) => status === 200).length).to.be.at.least(1)
    expect(statuses.filter((status) => status === 503).length).to.be.at.least(1)
  })
})

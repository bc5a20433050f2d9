import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import express from 'express'
import { createHooks } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import request from 'supertest'
import { fill, type HookHost, hookHost, id, KEY, webhookOf } from '../support/hook-host.js'
import { scraped, valueIn } from '../support/prometheus.js'
import { until } from '../support/until.js'
import { incident, send } from './incident-reports.js'
import { deliveriesOf, failingStore, observed, post } from './observed-host.js'

const REQUESTS = 'webhooks_requests_total'
const DELIVERIES = `/api/v4/hooks/incoming/${id('hook')}/deliveries`
const TEXT = { text: 'Backup is done' }

/** The requests that were counted, such as `posted native`. */
function counted({ webhooks }: Pick<HookHost, 'webhooks'>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    webhooks
      .metrics()
      .requests.map(({ outcome, format, reason, count }) => [
        [outcome, format, reason].filter(Boolean).join(' '),
        count,
      ]),
  )
}

/** Runs with the host behind the listener, at a port of its own. */
async function listening(host: HookHost, run: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(host.webhooks.listener((_, res) => res.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('the metrics of an instance', () => {
  it('count requests by what became of them, their format and the id of the error', async () => {
    const host = hookHost({ webhook: { events: ['push'] } })
    await post(host, TEXT).expect(200)
    await post(host, TEXT).expect(200)
    await post(host, '{').expect(400)
    await post(host, {}).expect(400)
    await request(host.app)
      .post(`${host.path}/github`)
      .set('X-GitHub-Event', 'star')
      .send({ action: 'created', repository: { full_name: 'a/b' }, sender: { login: 'jo' } })
      .expect(200)
    await request(host.app).get(host.path).expect(405)
    expect(counted(host)).to.deep.equal({
      'posted native': 2,
      'skipped github': 1,
      'refused model.incoming_hook.parse_data.app_error': 1,
      'refused web.incoming_webhook.text.app_error': 1,
      'refused api.context.method_not_allowed.app_error': 1,
    })
  })

  it('count an unknown key, and what the host itself could not do', async () => {
    const host = hookHost(failingStore)
    await post(host, TEXT).expect(500)
    await request(host.app)
      .post(`/hooks/${'x'.repeat(26)}`)
      .send(TEXT)
      .expect(404)
    await until('the failure is counted', async () => counted(host)['failed'] === 1)
    expect(counted(host)).to.deep.equal({
      failed: 1,
      'refused web.incoming_webhook.invalid.app_error': 1,
    })
    const { commits, storeSeconds } = host.webhooks.metrics()
    expect({ commits, calls: storeSeconds.count }).to.deep.equal({ commits: 0, calls: 1 })
  })

  it('have no label that a sender can choose', async () => {
    const host = hookHost()
    const evil = 'evil"} 1\nwebhooks_requests_total{outcome="stolen'
    const words = encodeURIComponent(evil)
    await listening(host, async (url) => {
      const senders = [
        request(url).post(`${host.path}/${words}`).send({ text: evil }),
        request(url).post(`${host.path}?format=${words}`).send({ text: evil }),
        request(url).post(`/hooks/${words}`).send({ text: evil }),
        request(url).post(`/hooks/evil/evil/evil/evil`).send({ text: evil }),
        request(url).post(`${host.path}/ntfy/evil`).type('text').send('evil'),
        request(url)
          .post(host.path)
          .set({ 'User-Agent': 'evil', 'X-Request-Id': 'evil', 'X-Forwarded-For': 'evil' })
          .set({ 'X-GitHub-Event': 'evil', 'X-Evil-Event': 'evil', 'Content-Type': 'evil/evil' })
          .send('evil'),
        request(url)
          .post(host.path)
          .send({ ce: 'evil', type: 'evil', format: 'evil', event: 'evil', specversion: '1.0' }),
        ...['PURGE', 'MKCOL', 'SEARCH', 'QUERY'].map((method) => fetchAs(method, url + host.path)),
      ]
      await Promise.all(senders)
    })
    const text = host.webhooks.metricsText()
    expect(text).to.not.include('evil')
    expect(text).to.not.include(host.key)
    const metrics = scraped(text)
    const labels = [...metrics.values()].flatMap(({ samples }) =>
      samples.map((each) => each.labels),
    )
    const formats = new Set(labels.map(({ format = '' }) => format))
    const known = [
      '',
      'native',
      ...(await import('express-incoming-webhooks/formats')).allFormats.map(({ name }) => name),
    ]
    expect(known).to.include.members([...formats])
    const methods = new Set(labels.flatMap(({ http_request_method: method = [] }) => method))
    expect([...methods].sort()).to.deep.equal(['POST', '_OTHER'])
  })

  it('count previews and what deliver is given as no request', async () => {
    const host = hookHost()
    await host.webhooks.manage.preview(id('alice'), id('hook'), { body: JSON.stringify(TEXT) })
    expect(host.webhooks.metrics()).to.deep.include({ requests: [], stored: 0, commits: 0 })
    await host.webhooks.deliver(host.key, TEXT)
    expect(host.webhooks.metrics()).to.deep.include({ requests: [], stored: 1, commits: 1 })
  })

  it('count what is sent again as a request, with what becomes of it', async () => {
    const host = observed({}, { webhook: { channelLocked: true } })
    await post(host, { ...TEXT, channel: 'off-topic' }).expect(403)
    const [refused] = await deliveriesOf(host)
    await request(host.app).post(`${DELIVERIES}/${refused?.id}/replay`).send({}).expect(200)
    const reason = 'refused web.incoming_webhook.channel_locked.app_error'
    expect(counted(host)).to.deep.equal({ [reason]: 2 })
    await host.webhooks.manage.update(id('alice'), id('hook'), { channelLocked: false })
    await request(host.app).post(`${DELIVERIES}/${refused?.id}/replay`).send({}).expect(200)
    expect(counted(host)).to.deep.equal({ [reason]: 2, 'posted native': 1 })
  })

  it('count posts and commits, and how many posts each stored or changed', async () => {
    const host = hookHost({ webhook: { together: 'reply' }, options: { maxPostLength: 100 } })
    await post(host, { text: 'word '.repeat(50) }).expect(200)
    const { length } = host.posts()
    expect(length).to.be.above(1)
    await send(host, { text: 'Disk full' }, incident('open')).expect(200)
    // The edited post and a reply.
    await send(host, { text: 'Disk free' }, incident('closed')).expect(200)
    const { stored, commits, batchSize, storeSeconds, folded } = host.webhooks.metrics()
    expect({ stored, commits, folded }).to.deep.equal({ stored: length + 2, commits: 3, folded: 0 })
    expect(batchSize).to.include({ count: 3, sum: length + 3 })
    expect(batchSize.buckets.slice(0, 2)).to.deep.equal([
      { atMost: 1, count: 1 },
      { atMost: 2, count: 2 },
    ])
    expect(storeSeconds.count).to.equal(3)
  })

  it('count reports that were stored with others, and requests as waiting until they are stored', async () => {
    const host = hookHost({ webhook: { rateLimit: { perSecond: 100, burst: 100 } } })
    const sent = Array.from({ length: 20 }, (_, n) =>
      send(host, { text: `Disk at ${n} %` }, incident('open')).expect(200),
    )
    const all = Promise.all(sent)
    await until('some wait', async () => host.webhooks.metrics().waiting > 0)
    await all
    const { folded, commits, waiting } = host.webhooks.metrics()
    expect(waiting).to.equal(0)
    expect(commits).to.be.below(20)
    expect(folded).to.be.within(20 - commits + 1, 20)
  })

  it('count how many wait for the limit of their webhook', async () => {
    const host = hookHost({
      webhook: { rateLimit: { perSecond: 0.2, burst: 1 } },
      options: { clock: Date.now },
    })
    await post(host, TEXT).expect(200)
    const waiting = post(host, TEXT).expect(503)
    const ended = waiting.then(({ status }) => status)
    await until('it waits', async () => host.webhooks.metrics().waiting === 1)
    host.webhooks.drain()
    expect(await ended).to.equal(503)
    expect(host.webhooks.metrics().waiting).to.equal(0)
  })

  it('are written as Prometheus reads them, with those of the host', async () => {
    const host = hookHost()
    await post(host, TEXT).expect(200)
    const own = { name: 'own', help: 'A \\ and\na line.', type: 'gauge', value: -0.5 } as const
    const text = host.webhooks.metricsText([own])
    const metrics = scraped(text)
    expect(valueIn(text, REQUESTS, { outcome: 'posted', format: 'native', reason: '' })).to.equal(1)
    expect(valueIn(text, 'http_server_request_duration_seconds_count', POSTED)).to.equal(1)
    expect(valueIn(text, 'own')).to.equal(-0.5)
    expect(metrics.get('own')?.help).to.equal('A \\\\ and\\na line.')
    expect(metrics.get('http_server_request_duration_seconds')?.type).to.equal('histogram')
  })

  it('go with a line of the log about refused requests, without the key', async () => {
    const lines: unknown[][] = []
    const host = hookHost({ options: { log: (...line) => lines.push(line) } })
    await post(host, TEXT).expect(200)
    await post(host, '{').expect(400)
    await post(host, '{').expect(400)
    await request(host.app).get(host.path).expect(405)
    await host.webhooks.close()
    const reasons = { 'model.incoming_hook.parse_data.app_error': 2 }
    expect(lines).to.deep.equal([
      [
        'warn',
        `webhook ${id('hook')}: 2 requests refused in the last minute`,
        { webhook: id('hook'), refused: 2, failed: 0, reasons },
      ],
    ])
  })

  it('are valid before the first request', () => {
    const { webhooks } = hookHost()
    const text = webhooks.metricsText()
    expect(scraped(text).get(REQUESTS)).to.deep.include({ type: 'counter', samples: [] })
    expect(valueIn(text, 'webhooks_commits_total')).to.equal(0)
  })

  it('are there of hooks alone, too', async () => {
    const adapters = createMemoryAdapters()
    fill(adapters)
    adapters.host.webhooks.set(id('hook'), webhookOf())
    const hooks = createHooks({ adapters, hooksPath: '/in' })
    const app = express().use('/in', hooks.router)
    await request(app).post(`/in/${KEY}`).send(TEXT).expect(200)
    expect(hooks.metrics()).to.include({ stored: 1 })
    const labels = { ...POSTED, http_route: '/in/{key}' }
    expect(
      valueIn(hooks.metricsText(), 'http_server_request_duration_seconds_count', labels),
    ).to.equal(1)
  })
})

const POSTED = {
  http_request_method: 'POST',
  http_response_status_code: '200',
  http_route: '/hooks/{key}',
}

async function fetchAs(method: string, url: string): Promise<void> {
  await (await fetch(url, { method })).text()
}

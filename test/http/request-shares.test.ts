import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { KEPT_PER_MILLE, type RequestShare } from '../../lib/model/deliveries.js'
import { type HookHost, id, NOW } from '../support/hook-host.js'
import { senderOf } from '../support/signing-senders.js'
import { deliveriesOf, observed } from './observed-host.js'

const GITHUB = senderOf('github')
const BODY = '{"text":"t"}'
const SIGNED = GITHUB.sign(GITHUB.secret, BODY, NOW / 1000)

type Send = (request: RequestInit & { readonly end?: string }) => Promise<number>

/** Runs a test with a host that listens, because it sends hundreds of requests. */
async function withHost(
  given: Parameters<typeof observed>[1],
  run: (host: HookHost, send: Send) => Promise<void>,
): Promise<void> {
  const host = observed({}, given)
  const server = host.app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await run(host, async ({ end = '', ...request }) => {
      const url = `http://127.0.0.1:${port}${host.path}${end}`
      const answer = await fetch(url, { method: 'POST', body: BODY, ...request })
      await answer.arrayBuffer()
      return answer.status
    })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Some more than are kept of a share. */
async function sendMany(
  send: Send,
  request: Parameters<Send>[0],
  share: RequestShare,
): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>()
  for (let n = 0; n < KEPT_PER_MILLE[share] + 10; n += 1) statuses.add(await send(request))
  return statuses
}

async function statusesOf(host: HookHost): Promise<readonly number[]> {
  return (await deliveriesOf(host, 1_000)).map(({ status }) => status)
}

function asksForSignatures(host: HookHost): Promise<unknown> {
  const { scheme, secret } = GITHUB
  return host.webhooks.manage.update(id('alice'), id('hook'), { verification: { scheme, secret } })
}

describe('the recent requests of a webhook after a flood', () => {
  it('of accepted requests still have those that were refused before', async () => {
    await withHost({ options: { limits: null } }, async (host, send) => {
      expect(await send({ body: '{"text":' })).to.equal(400)
      expect(await sendMany(send, {}, 'accepted')).to.deep.equal(new Set([200]))
      const statuses = await statusesOf(host)
      expect(statuses).to.have.length(501)
      expect(statuses.at(-1)).to.equal(400)
    })
  })

  it('of messages that exceed the rate still have those that were accepted', async () => {
    const webhook = { perSecond: 0.1, burst: 3 }
    await withHost({ options: { limits: { webhook } } }, async (host, send) => {
      expect(await sendMany(send, {}, 'refused')).to.deep.equal(new Set([200, 429]))
      const statuses = await statusesOf(host)
      expect(statuses).to.have.length(403)
      expect(statuses.slice(-3)).to.deep.equal([200, 200, 200])
    })
  })

  const strangers: [what: string, request: RequestInit & { readonly end?: string }, number[]][] = [
    ['requests without a signature', {}, [401, 429]],
    [
      'questions before events',
      { method: 'OPTIONS', headers: { 'WebHook-Request-Origin': 'x' }, body: null },
      [200, 429],
    ],
    ['unknown formats', { end: '/nope' }, [404]],
    ['encodings that nobody knows', { headers: { 'Content-Encoding': 'x' } }, [415]],
  ]
  for (const [what, request, statuses] of strangers) {
    it(`of ${what}, by people who only know the URL, still have all of the real sender`, async () => {
      const limits = { webhook: null, keyFailures: 30 }
      await withHost({ options: { limits } }, async (host, send) => {
        await asksForSignatures(host)
        const headers = { 'Content-Type': 'application/json', ...SIGNED }
        expect(await send({ headers })).to.equal(200)
        expect(await send({ headers, end: '/gitlab' })).to.equal(400)
        expect(await sendMany(send, request, 'unproven')).to.deep.equal(new Set(statuses))
        const listed = await statusesOf(host)
        expect(listed).to.have.length(52)
        expect(listed.slice(-2)).to.deep.equal([400, 200])
      })
    })
  }

  it('of requests with a key that may not be used still have those from before', async () => {
    await withHost({ options: { limits: null } }, async (host, send) => {
      expect(await send({})).to.equal(200)
      expect(await send({ body: '{' })).to.equal(400)
      const { webhook } = host
      host.adapters.host.webhooks.set(webhook.id, { ...webhook, enabled: false })
      expect(await sendMany(send, {}, 'unproven')).to.deep.equal(new Set([404]))
      const listed = await statusesOf(host)
      expect(listed).to.have.length(52)
      expect(listed.slice(-2)).to.deep.equal([400, 200])
    })
  })
})

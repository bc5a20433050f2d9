import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { gzipSync } from 'node:zlib'
import type { RequestListener } from 'node:http'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { guardedLookup, IntegrationClient } from '../../lib/buttons/integration-client.js'
import { createSigningSecrets, sign } from '../../lib/rules/signing.js'
import { openReceiver, type Receiver } from '../support/receiver.js'

const SITE = 'https://chat.example'
const SIGNED = sign(['whsec_AAAA'], { id: 'one', seconds: 1, body: '{}' })

describe('the integration client', () => {
  const open: { close(): Promise<void> }[] = []
  const started = async (answer?: RequestListener | object): Promise<Receiver> => {
    const receiver = await openReceiver(answer)
    open.push(receiver)
    return receiver
  }
  const clientFor = (hosts: readonly string[], timeLimitMs = 5_000): IntegrationClient => {
    const client = new IntegrationClient({ siteOrigin: SITE, allowedHosts: hosts, timeLimitMs })
    open.push(client)
    return client
  }
  const ask = async (answer: RequestListener | object, timeLimitMs?: number) => {
    const receiver = await started(answer)
    return clientFor([receiver.host], timeLimitMs).call(receiver.url, '{}', SIGNED)
  }

  afterEach(async () => {
    for (const each of open.splice(0)) await each.close()
  })

  it('signs so that the library of Standard Webhooks verifies it', async () => {
    const receiver = await started({})
    const [secret] = createSigningSecrets(['s'.repeat(32)])({ id: 'wh', signingSalt: '' }, 0)
    const body = JSON.stringify({ user_name: 'Ünïcode' })
    const seconds = Math.floor(Date.now() / 1000)
    await clientFor([receiver.host]).call(
      receiver.url,
      body,
      sign([secret], { id: 'x', seconds, body }),
    )
    const [request] = receiver.received
    const headers = Object.fromEntries(
      Object.entries(request?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    expect(new Webhook(secret).verify(request?.body ?? '', headers)).to.deep.equal(JSON.parse(body))
    expect(() => new Webhook('whsec_AAAA').verify(body, headers)).to.throw()
  })

  it('sends no cookie, no token and nothing of who it is', async () => {
    const receiver = await started({})
    await clientFor([receiver.host]).call(receiver.url, '{}', SIGNED)
    // prettier-ignore
    expect(Object.keys(receiver.received[0]?.headers ?? {}).sort()).to.deep.equal([
      'accept', 'accept-encoding', 'connection', 'content-length', 'content-type', 'host',
      'user-agent', 'webhook-id', 'webhook-signature', 'webhook-timestamp',
    ])
  })

  const answers: readonly (readonly [string, RequestListener | object, string])[] = [
    [
      'a redirect',
      (_, res) => res.writeHead(302, { location: SITE }).end(),
      'the integration responded with 302',
    ],
    ['500', (_, res) => res.writeHead(500).end('{}'), 'the integration responded with 500'],
    ['204', (_, res) => res.writeHead(204).end(), 'the integration responded with 204'],
    ['broken JSON', (_, res) => res.end('{"update": '), 'the response is not JSON'],
    ['deep JSON', (_, res) => res.end('['.repeat(9_000)), 'the response is not JSON'],
    ['a list', [1], 'the response is not a JSON object'],
    ['more than 64 KiB', { a: 'b'.repeat(70_000) }, 'the response is larger than 65536 bytes'],
    [
      'more than 64 KiB in pieces',
      trickle('b'.repeat(1_000), 1, 100),
      'the response is larger than 65536 bytes',
    ],
    [
      'gzip',
      (_, res) => res.setHeader('Content-Encoding', 'gzip').end(gzipSync('0'.repeat(1e6))),
      'the response is compressed although no compression was requested',
    ],
    ['a broken connection', (_, res) => res.destroy(), 'the call failed: UND_ERR_SOCKET'],
  ]
  for (const [what, answer, reason] of answers) {
    it(`cuts ${what} and tells why`, async () => {
      expect(await ask(answer)).to.deep.equal({ ok: false, reason })
    })
  }

  for (const [what, answer] of [
    ['sends no headers', () => undefined],
    ['trickles its answer', trickle(' ', 20, 1_000)],
  ] as const) {
    it(`ends a call when the other side ${what}`, async () => {
      const result = await ask(answer, 200)
      expect(result).to.deep.equal({ ok: false, reason: 'the integration did not respond in time' })
    })
  }

  it('treats an empty response as "do nothing"', async () => {
    expect(await ask((_, res) => res.end())).to.deep.equal({ ok: true, answer: {} })
  })

  it('runs thirty calls at once and refuses one more', async () => {
    const receiver = await started(() => undefined)
    const client = clientFor([receiver.host], 500)
    const thirty = Array.from({ length: 30 }, () => client.call(receiver.url, '{}', SIGNED))
    expect(client.isBusy).to.equal(true)
    const another = await client.call(receiver.url, '{}', SIGNED)
    expect(another).to.deep.equal({ ok: false, reason: '30 calls are already in progress' })
    await Promise.all(thirty)
    expect(client.isBusy).to.equal(false)
  })

  it('connects to none of the addresses of this machine', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    const client = clientFor([])
    let connections = 0
    for (const { address } of addresses.filter(({ scopeid = 0 }) => scopeid === 0)) {
      const receiver = await openReceiver({}, address)
      open.push(receiver)
      for (const scheme of ['http', 'https']) {
        expect(await client.call(`${scheme}://${receiver.host}/`, '{}', SIGNED)).to.have.property(
          'ok',
          false,
        )
      }
      connections += receiver.connections
    }
    expect(addresses).to.not.have.length(0)
    expect(connections).to.equal(0)
  })
})

describe('names of integrations', () => {
  it('that lead inside are not connected to, whatever else they lead to', async () => {
    const dns = await openNameServer({
      'inside.test': [['127.0.0.1']],
      'both.test': [['8.8.8.8', '10.0.0.1']],
    })
    const client = new IntegrationClient({
      siteOrigin: SITE,
      allowedHosts: [],
      resolve: dns.resolve,
    })
    for (const name of ['inside.test', 'both.test']) {
      const reason = 'an address of the host is not public'
      expect(await client.call(`https://${name}/`, '{}', SIGNED)).to.deep.equal({
        ok: false,
        reason,
      })
    }
    await client.close()
    dns.close()
  })

  it('are resolved once for a connection, so that a second answer changes nothing', async () => {
    const dns = await openNameServer({ 'rebind.test': [['8.8.8.8'], ['127.0.0.1']] })
    const look = guardedLookup(dns.resolve)
    const first = await new Promise((resolve) => {
      look('rebind.test', {}, (error, address) => {
        resolve(error ?? address)
      })
    })
    expect(first).to.equal('8.8.8.8')
    expect(dns.asked).to.deep.equal(['rebind.test'])
    const second = await new Promise((resolve) => {
      look('rebind.test', { all: true }, (error) => {
        resolve(error?.message)
      })
    })
    expect(second).to.equal('an address of the host is not public')
    dns.close()
  })
})

/** Writes `text` so many times, with pauses, until the other side has gone. */
function trickle(text: string, everyMs: number, times: number): RequestListener {
  return (_req, res) => {
    let left = times
    const timer = setInterval(() => {
      left -= 1
      if (left < 0 || res.destroyed) {
        clearInterval(timer)
        res.end()
      } else res.write(text)
    }, everyMs)
  }
}

/** A name server on this machine that gives each name's answers in turn. */
async function openNameServer(zone: Readonly<Record<string, readonly (readonly string[])[]>>) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const name = nameIn(query)
    const answers = zone[name] ?? []
    const turn = asked.filter((each) => each === name).length
    asked.push(name)
    socket.send(
      reply(query, answers[Math.min(turn, answers.length - 1)] ?? []),
      from.port,
      from.address,
    )
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  return {
    asked,
    resolve: async (name: string) =>
      (await resolver.resolve4(name)).map((address) => ({ address, family: 4 })),
    close: () => socket.close(),
  }
}

function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = 12; query[at] !== 0; at += 1 + (query[at] ?? 0)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  }
  return labels.join('.')
}

function reply(query: Buffer, addresses: readonly string[]): Buffer {
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const question = query.subarray(12, query.indexOf(0, 12) + 5)
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  )
  return Buffer.concat([head, question, ...records])
}

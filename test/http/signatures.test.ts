import express from 'express'
import { expect } from 'chai'
import request from 'supertest'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { createHooks, type VerificationInput } from 'express-incoming-webhooks'
import { messageOf } from '../../lib/host/host-mistakes.js'
import { type HookHost, hookHost, id, NOW, SECRET } from '../support/hook-host.js'
import { blocksOf, page } from '../support/markdown.js'
import { senderOf, SENDERS, type SentHeaders } from '../support/signing-senders.js'
import { SECONDS, send as sendTo, signedHost } from './signed-host.js'

const BODY = '{"text":"signed words"}'
const REFUSED = 'web.incoming_webhook.signature.app_error'

const GITHUB = senderOf('github')
const STRIPE = senderOf('stripe')

function send(host: HookHost, headers: SentHeaders, body = BODY, path = host.path): request.Test {
  return sendTo(host, headers, body, path)
}

async function refused(host: HookHost, headers: SentHeaders, body = BODY): Promise<string> {
  const before = host.posts().length
  const answer = await send(host, headers, body).expect(401)
  const { id: errorId, message, detailed_error: detail } = answer.body as Record<string, string>
  expect([errorId, message]).to.deep.equal([REFUSED, 'Invalid signature'])
  expect(host.posts()).to.have.lengthOf(before)
  return detail ?? ''
}

const DELIVERIES = `/api/v4/hooks/incoming/${id('hook')}/deliveries`

describe('a webhook whose senders sign', () => {
  for (const [index, sender] of SENDERS.entries()) {
    const { scheme, sign, secret, otherSecret, empty, isTimed, isToken } = sender

    it(`takes what ${scheme} (${index + 1}) signed, and nothing else`, async () => {
      const host = await signedHost(sender)
      const signed = sign(secret, BODY, SECONDS)
      await send(host, signed).expect(200, 'ok')
      expect(await refused(host, {})).to.include('is not signed')
      expect(await refused(host, empty)).to.include('is not signed')
      const others = sign(otherSecret, BODY, SECONDS)
      expect(await refused(host, others)).to.include('does not match')
      if (!isToken) {
        expect(await refused(host, signed, '{"text":"forged"}')).to.include('does not match')
      }
      if (isTimed) {
        host.clock.now += 301_000
        expect(await refused(host, signed)).to.include('more than 300 s')
      }
      expect(host.posts()).to.have.lengthOf(1)
    })

    it(`takes both secrets of ${scheme} (${index + 1}) until the old one is removed`, async () => {
      const host = await signedHost(sender)
      const { manage } = host.webhooks
      const set = async (more: Partial<VerificationInput>): Promise<unknown> =>
        manage.update(id('alice'), id('hook'), { verification: { scheme, ...more } })
      await set({ secret: otherSecret, keepSecret: true })
      await send(host, sign(secret, BODY, SECONDS)).expect(200)
      await send(host, sign(otherSecret, BODY, SECONDS)).expect(200)
      await set({ previousSecret: null })
      await refused(host, sign(secret, BODY, SECONDS))
      await send(host, sign(otherSecret, BODY, SECONDS)).expect(200)
    })
  }

  it('says what is wrong with a signature that is written otherwise, or has another time', async () => {
    const github = await signedHost(GITHUB)
    const { 'X-Hub-Signature-256': signature = '' } = GITHUB.sign(GITHUB.secret, BODY, SECONDS)
    const upper = { 'X-Hub-Signature-256': signature.replace('sha256', 'SHA256') }
    expect(await refused(github, upper)).to.include('written otherwise')
    const stripe = await signedHost(STRIPE)
    const milliseconds = STRIPE.sign(STRIPE.secret, BODY, SECONDS * 1000)
    expect(await refused(stripe, milliseconds)).to.include('not in whole seconds')
    const { 'Stripe-Signature': whole = '' } = STRIPE.sign(STRIPE.secret, BODY, SECONDS)
    const untimed = { 'Stripe-Signature': whole.replace(/t=\d+,/, '') }
    expect(await refused(stripe, untimed)).to.include('lack the time')
  })

  it('checks before anything of the body is understood', async () => {
    const host = await signedHost(GITHUB)
    for (const body of ['{', '{"text":1}', '']) await refused(host, {}, body)
    const form = request(host.app)
      .post(host.path)
      .field('text', 'x')
      .attach('file', Buffer.from('x'))
    await form.expect(401)
  })

  it('checks the body after it is inflated, as senders sign before they compress', async () => {
    const host = await signedHost(GITHUB)
    const packed = request(host.app)
      .post(host.path)
      .set({ 'Content-Encoding': 'gzip', ...GITHUB.sign(GITHUB.secret, BODY, SECONDS) })
    packed.write(gzipSync(BODY))
    await packed.expect(200)
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('reads no message from the query, which nobody has signed', async () => {
    const unsigned = `?payload=${encodeURIComponent(BODY)}`
    const host = await signedHost(GITHUB)
    const signed = GITHUB.sign(GITHUB.secret, '', SECONDS)
    await send(host, signed, '', host.path + unsigned).expect(400)
    const token = await signedHost(senderOf('token'))
    await send(token, { 'X-Word': 'the first secret' }, '', token.path + unsigned).expect(200)
  })

  it('is not slowed down or changed for the others', async () => {
    const host = hookHost({ options: { limits: { keyFailures: 1 } } })
    await send(host, { 'X-Hub-Signature-256': 'sha256=00' }).expect(200)
  })

  it('is refused with another secret of the host, and that is logged', async () => {
    const host = await signedHost(GITHUB)
    const told: unknown[] = []
    const log = (_level: string, _text: string, fields: object = {}): void => {
      told.push(Reflect.get(fields, 'code'))
    }
    const routers = [
      createHooks({ adapters: host.adapters, log, clock: () => NOW }).router,
      createHooks({
        adapters: host.adapters,
        log,
        clock: () => NOW,
        secret: 'another secret of thirty-two bytes',
      }).router,
    ]
    const signed = GITHUB.sign(GITHUB.secret, BODY, SECONDS)
    for (const router of routers) {
      const other = { ...host, app: express().use('/hooks', router) }
      expect(await refused(other, signed)).to.include('cannot read the secret')
    }
    expect(told).to.deep.equal(['EIW_SENDER_SECRET', 'EIW_SENDER_SECRET'])
    const mine = { adapters: host.adapters, log, clock: () => NOW, secret: SECRET }
    const right = createHooks(mine).router
    await send({ ...host, app: express().use('/hooks', right) }, signed).expect(200)
  })
})

describe('a request that Grafana signed with its time', () => {
  const timed = SENDERS.find(({ scheme, isTimed }) => scheme === 'grafana' && isTimed)

  for (const end of ['', '/text', '/ntfy', '?format=text']) {
    it(`does not live longer with the time in its body, at the URL${end && ` with ${end}`}`, async () => {
      if (!timed) throw new Error('no such sender')
      const host = await signedHost(timed)
      const old = SECONDS - 100_000
      const recorded = timed.sign(timed.secret, BODY, old)
      const path = host.path + end
      await send(host, recorded, BODY, path).expect(401)
      const { 'X-Our-Signature': signature = '' } = recorded
      const moved = await send(host, { 'X-Our-Signature': signature }, `${old}:${BODY}`, path)
      expect(moved.status).to.equal(401)
      const { detailed_error: detail } = moved.body as { readonly detailed_error: string }
      expect(detail).to.include('only in the header X-Grafana-Alerting-Timestamp')
      expect(host.posts()).to.deep.equal([])
    })
  }
})

describe('a request without the right signature', () => {
  it('leaves nothing of its body or its secret', async () => {
    const settings = { enableWebhookDebugging: true, consoleLevel: 'DEBUG' } as const
    for (const sender of [GITHUB, senderOf('token'), STRIPE]) {
      const host = await signedHost(sender, { settings })
      await refused(host, sender.sign('not the secret', BODY, SECONDS), '{"text":"forged words"}')
      await send(host, sender.sign(sender.secret, BODY, SECONDS)).expect(200)
      const logs = await request(host.app).get('/api/v4/logs').expect(200)
      const recent = await request(host.app).get(DELIVERIES).expect(200)
      expect(logs.text).to.include('signed words')
      const kept = [recent.text, logs.text, ...host.lines].join('\n')
      expect(kept).to.include(REFUSED)
      expect(kept).to.not.include('forged words')
      expect(kept).to.not.include('not the secret')
      expect(kept).to.not.include(sender.secret)
      const stored = JSON.stringify([...host.adapters.host.webhooks.values()])
      expect(stored).to.include(sender.scheme).and.not.include(sender.secret)
    }
  })

  it('counts as a guess, and the right one is never refused for it', async () => {
    const host = await signedHost(GITHUB, { options: { limits: { keyFailures: 3 } } })
    for (let n = 0; n < 3; n += 1) await refused(host, {})
    const over = await send(host, {}).expect(429)
    expect(over.headers).to.have.property('retry-after')
    await send(host, {}, BODY, `/hooks/whk${'a'.repeat(29)}`).expect(429)
    await send(host, GITHUB.sign(GITHUB.secret, BODY, SECONDS)).expect(200, 'ok')
  })

  it('uses up nothing of what the webhook may receive', async () => {
    const rateLimit = { perSecond: 0.001, burst: 1 }
    const host = await signedHost(GITHUB, { webhook: { rateLimit } })
    for (let n = 0; n < 3; n += 1) await refused(host, {})
    const signed = GITHUB.sign(GITHUB.secret, BODY, SECONDS)
    await send(host, signed).expect(200)
    await send(host, signed).expect(429)
  })
})

describe('a signed request behind a body parser', () => {
  const signed = GITHUB.sign(GITHUB.secret, BODY, SECONDS)
  const lost = [
    ['json()', express.json()],
    ['text()', express.text({ type: '*/*' })],
  ] as const
  for (const [title, parser] of lost) {
    it(`is refused behind ${title}, and the fix is logged once`, async () => {
      const host = await signedHost(GITHUB, { before: [parser] })
      for (let n = 0; n < 2; n += 1) {
        expect(await refused(host, signed)).to.include('body parser')
      }
      expect(host.codes).to.deep.equal(['EIW_SIGNED_BODY_PARSED'])
      expect(host.lines.join()).to.include(messageOf('EIW_SIGNED_BODY_PARSED'))
    })
  }

  it('is refused if the parser failed', async () => {
    const host = await signedHost(GITHUB, { before: [express.json()] })
    expect(await refused(host, signed, '{"text": no}')).to.include('body parser')
  })

  const kept = [
    ['raw()', express.raw({ type: '*/*' })],
    ['a parser that keeps the bytes', express.json({ verify: keepRawBody })],
    ['the parser of docs/signatures.md', parserOfThePage()],
  ] as const
  for (const [title, parser] of kept) {
    it(`is checked behind ${title}`, async () => {
      const host = await signedHost(GITHUB, { before: [parser] })
      await send(host, signed).expect(200)
      await refused(host, signed, '{"text":"forged"}')
      expect(host.codes).to.deep.equal([])
    })
  }

  it('is read as it was signed, whatever stands in req.body', async () => {
    const change: express.RequestHandler = (req, _res, next) => {
      req.body = { text: 'changed' }
      next()
    }
    const host = await signedHost(GITHUB, {
      before: [express.json({ verify: keepRawBody }), change],
    })
    await send(host, signed).expect(200)
    expect(host.posts().map(({ message }) => message)).to.deep.equal(['signed words'])
  })

  it('needs no bytes if the header is the secret', async () => {
    const token = senderOf('token')
    const host = await signedHost(token, { before: [express.json()] })
    await send(host, token.sign(token.secret, BODY, SECONDS)).expect(200)
    expect(host.codes).to.deep.equal([])
  })
})

/** An app with the program of the page, which is nothing but a parser. */
function parserOfThePage(): express.RequestHandler {
  const [block = ''] = blocksOf(page('signatures.md'), 'js')
  const app = express()
  runInNewContext(block, { app, express })
  return app
}

function keepRawBody(req: object, _res: object, bytes: Buffer): void {
  Reflect.set(req, 'rawBody', bytes)
}

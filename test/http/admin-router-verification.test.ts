import { expect } from 'chai'
import request from 'supertest'
import { WebhookError } from 'express-incoming-webhooks'
import { type HookHost, hookHost, id } from '../support/hook-host.js'
import { SENDERS } from '../support/signing-senders.js'

const PATH = `/api/v4/hooks/incoming/${id('hook')}`
const BODY = { channel_id: id('alerts'), display_name: 'CI' }
const SHOWN = { scheme: 'github', header: '', has_previous_secret: false }

function managed(): HookHost {
  const user = { id: id('alice'), username: 'alice' }
  const host = hookHost({ options: { currentUser: () => user } })
  host.app.use('/api/v4', host.webhooks.adminRouter)
  return host
}

function put({ app }: HookHost, verification: unknown): request.Test {
  return request(app)
    .put(PATH)
    .send({ ...BODY, verification })
}

async function shownOf({ app }: HookHost): Promise<unknown> {
  const answer = await request(app).get(PATH).expect(200)
  return (answer.body as { verification: unknown }).verification
}

describe('the verification of a webhook in the API', () => {
  it('is off by default, and shown without its secrets', async () => {
    const host = managed()
    const made = await request(host.app)
      .post('/api/v4/hooks/incoming')
      .send({ ...BODY, verification: { scheme: 'github', secret: 'word', previous_secret: 'old' } })
      .expect(201)
    expect(made.body).to.have.deep.property('verification', { ...SHOWN, has_previous_secret: true })
    expect(await shownOf(host)).to.equal(null)
    const list = await request(host.app).get('/api/v4/hooks/incoming').expect(200)
    expect(list.text).to.include('has_previous_secret').and.not.include('word')
  })

  it('stays if it is absent or sent back as it was received', async () => {
    const host = managed()
    await put(host, { scheme: 'github', secret: 'word', previous_secret: 'old' }).expect(200)
    const stored = (): unknown => host.adapters.host.webhooks.get(id('hook'))?.verification
    const before = stored()
    await request(host.app).put(PATH).send(BODY).expect(200)
    const received = await request(host.app).get(PATH)
    await request(host.app)
      .put(PATH)
      .send(received.body as object)
      .expect(200)
    const found = await host.webhooks.manage.find(id('alice'), id('hook'))
    await host.webhooks.manage.update(id('alice'), id('hook'), found)
    expect(stored()).to.deep.equal(before)
  })

  it('loses the old secret with a new one, and on its own', async () => {
    const host = managed()
    await put(host, { scheme: 'github', secret: 'word', previous_secret: 'old' }).expect(200)
    await put(host, { scheme: 'github', secret: 'next' }).expect(200)
    expect(await shownOf(host)).to.deep.equal(SHOWN)
    await put(host, { scheme: 'github', secret: 'third', keep_secret: true }).expect(200)
    expect(await shownOf(host)).to.deep.equal({ ...SHOWN, has_previous_secret: true })
    await put(host, { scheme: 'github', previous_secret: null }).expect(200)
    expect(await shownOf(host)).to.deep.equal(SHOWN)
    await put(host, null).expect(200)
    expect(await shownOf(host)).to.equal(null)
  })

  it('keeps no secret of another scheme', async () => {
    const host = managed()
    await put(host, { scheme: 'github', secret: 'word' }).expect(200)
    await put(host, { scheme: 'gitlab', secret: 'next', keep_secret: true }).expect(200)
    expect(await shownOf(host)).to.deep.equal({ ...SHOWN, scheme: 'gitlab' })
  })

  it('has a secret without the blanks that come with pasting', async () => {
    const host = managed()
    await put(host, { scheme: 'token', header: 'X-Word', secret: ' word\n' }).expect(200)
    const send = request(host.app).post(host.path).set('X-Word', 'word')
    await send.send({ text: 'hi' }).expect(200)
  })

  const FLUX = { scheme: 'hmac', header: 'X-Signature', prefix: 'sha256=' }

  it('says how a program signs that is in no list', async () => {
    const host = managed()
    const verification = {
      ...FLUX,
      encoding: 'base64',
      timestamp_header: 'X-Time',
      signed: 'v0:{time}:{body}',
    }
    await put(host, { ...verification, secret: 'word' }).expect(200)
    const shown = { ...verification, has_previous_secret: false }
    expect(await shownOf(host)).to.deep.equal(shown)
    const { verification: found } = await host.webhooks.manage.find(id('alice'), id('hook'))
    expect(found).to.deep.include({ timestampHeader: 'X-Time', signed: 'v0:{time}:{body}' })
    await put(host, shown).expect(200)
    expect(await shownOf(host)).to.deep.equal(shown)
  })

  it('keeps what is not named while its secret is replaced, and loses it with null', async () => {
    const host = managed()
    await put(host, { ...FLUX, secret: 'word', timestamp_header: 'X-Time' }).expect(200)
    const { header, scheme } = FLUX
    await put(host, { scheme, header, secret: 'next', keep_secret: true }).expect(200)
    const all = { ...FLUX, encoding: 'hex', signed: '{time}.{body}' }
    const both = { ...all, timestamp_header: 'X-Time', has_previous_secret: true }
    expect(await shownOf(host)).to.deep.equal(both)
    await put(host, { scheme, header, prefix: null, timestamp_header: null }).expect(200)
    expect(await shownOf(host)).to.deep.equal({ ...both, prefix: '', timestamp_header: '' })
    await put(host, { scheme: 'github', secret: 'word' }).expect(200)
    expect(await shownOf(host)).to.deep.equal(SHOWN)
  })

  for (const scheme of ['grafana', 'hmac', 'token']) {
    it(`keeps the header of ${scheme} while its secret is replaced as the page says`, async () => {
      const host = managed()
      const shown = async (): Promise<unknown> =>
        (await host.webhooks.manage.find(id('alice'), id('hook'))).verification?.header
      await put(host, { scheme, header: 'X-My-Sig', secret: 'word' }).expect(200)
      await put(host, { scheme, secret: 'next', keep_secret: true }).expect(200)
      expect(await shown()).to.equal('X-My-Sig')
      await put(host, { scheme, previous_secret: null }).expect(200)
      expect(await shown()).to.equal('X-My-Sig')
      const verification = { scheme, secret: 'third' }
      await host.webhooks.manage.update(id('alice'), id('hook'), { verification })
      expect(await shown()).to.equal('X-My-Sig')
      for (const header of [null, '']) {
        await put(host, { scheme, header }).expect(scheme === 'grafana' ? 200 : 400)
        expect(await shown()).to.equal(scheme === 'grafana' ? '' : 'X-My-Sig')
      }
    })
  }

  it('has no header of another scheme', async () => {
    const host = managed()
    await put(host, { scheme: 'token', header: 'X-Word', secret: 'word' }).expect(200)
    const answer = await put(host, { scheme: 'hmac', secret: 'word' }).expect(400)
    expect(answer.body)
      .to.have.property('detailed_error')
      .that.matches(/^verification\.header: /)
    await put(host, { scheme: 'grafana', secret: 'word' }).expect(200)
    expect(await shownOf(host)).to.deep.equal({ ...SHOWN, scheme: 'grafana' })
  })

  it('signs as by default when its time goes', async () => {
    for (const gone of ['', null]) {
      const host = managed()
      const timed = { timestamp_header: 'X-Time', signed: 'v0:{time}:{body}' }
      await put(host, { ...FLUX, ...timed, secret: 'word' }).expect(200)
      await put(host, { scheme: 'hmac', timestamp_header: gone }).expect(200)
      const usual = { timestamp_header: '', signed: '{time}.{body}' }
      expect(await shownOf(host)).to.deep.include(usual)
      const answer = await put(host, { scheme: 'hmac', signed: timed.signed }).expect(400)
      expect(answer.body).to.have.property('detailed_error').that.includes('without one')
    }
  })

  it('stays as it is with a header of earlier rules', async () => {
    const host = managed()
    await put(host, { scheme: 'token', header: 'X-Word', secret: 'word' }).expect(200)
    const stored = host.adapters.host.webhooks.get(id('hook'))
    if (!stored?.verification) expect.fail()
    const verification = { ...stored.verification, header: 'User-Agent' }
    host.adapters.host.webhooks.set(id('hook'), { ...stored, verification })
    await put(host, { scheme: 'token', header: 'User-Agent', secret: 'next' }).expect(200)
    await put(host, { scheme: 'token', header: 'Set-Cookie' }).expect(400)
    await put(host, { scheme: 'token', header: 'Authorization' }).expect(200)
  })

  it('is read as its default where a store keeps less of it', async () => {
    const host = managed()
    await put(host, { ...FLUX, secret: 'word', timestamp_header: 'X-Time' }).expect(200)
    const stored = host.adapters.host.webhooks.get(id('hook'))
    const { scheme, header, secretCipher, previousSecretCipher } =
      stored?.verification ?? expect.fail()
    const verification = { scheme, header, secretCipher, previousSecretCipher }
    if (stored) host.adapters.host.webhooks.set(id('hook'), { ...stored, verification })
    expect(await shownOf(host)).to.deep.include({ scheme: 'hmac', prefix: '', encoding: 'hex' })
    const [signed] = SENDERS.filter(({ scheme: name }) => name === 'hmac')
    const headers = signed?.sign('word', '{"text":"hi"}', 0) ?? {}
    const type = { 'Content-Type': 'application/json' }
    const send = request(host.app)
      .post(host.path)
      .set({ ...headers, ...type })
    await send.send('{"text":"hi"}').expect(401)
  })

  const wrong: readonly [unknown, string][] = [
    [{ scheme: 'md5', secret: 'x' }, 'verification.scheme'],
    [{ scheme: 'constructor', secret: 'x' }, 'verification.scheme'],
    [{ scheme: 'github' }, 'verification.secret'],
    [{ scheme: 'github', secret: '' }, 'verification.secret'],
    [{ scheme: 'github', secret: ' ' }, 'verification.secret'],
    [{ scheme: 'github', secret: 'a\u0007b' }, 'verification.secret'],
    [{ scheme: 'github', secret: 'x'.repeat(513) }, 'verification.secret'],
    [{ scheme: 'github', secret: ['x', 'y'] }, 'verification.secret'],
    [{ scheme: 'github', secret: 'x', previous_secret: '' }, 'verification.previous_secret'],
    [{ scheme: 'github', secret: 'x', header: 'X-Other' }, 'verification.header'],
    [{ scheme: 'token', secret: 'x' }, 'verification.header'],
    [{ scheme: 'hmac', secret: 'x' }, 'verification.header'],
    [{ ...FLUX, secret: 'x', prefix: 'a,b' }, 'verification.prefix'],
    [{ ...FLUX, secret: 'x', prefix: 'x'.repeat(33) }, 'verification.prefix'],
    [{ ...FLUX, secret: 'x', prefix: 5 }, 'verification.prefix'],
    [{ ...FLUX, secret: 'x', encoding: 'base32' }, 'verification.encoding'],
    [{ ...FLUX, secret: 'x', timestamp_header: 'no header' }, 'verification.timestamp_header'],
    [{ ...FLUX, secret: 'x', timestamp_header: 'T', signed: '{body}' }, 'verification.signed'],
    [{ ...FLUX, secret: 'x', signed: 'v0:{time}:{body}' }, 'verification.signed'],
    [{ scheme: 'github', secret: 'x', prefix: 'sha256=' }, 'verification.prefix'],
    [{ scheme: 'token', header: 'T', secret: 'x', encoding: 'hex' }, 'verification.encoding'],
    [{ scheme: 'token', secret: 'x', header: 'no header' }, 'verification.header'],
    [{ scheme: 'token', secret: 'x', header: 'Set-Cookie' }, 'verification.header'],
    [{ scheme: 'hmac', secret: 'x', header: '__proto__' }, 'verification.header'],
    [{ scheme: 'grafana', secret: 'x', header: 'content-type' }, 'verification.header'],
    [
      { scheme: 'grafana', secret: 'x', header: 'X-Grafana-Alerting-Timestamp' },
      'verification.header',
    ],
    [{ ...FLUX, secret: 'x', timestamp_header: 'x-signature' }, 'verification.timestamp_header'],
    [{ ...FLUX, secret: 'x', timestamp_header: 'Set-Cookie' }, 'verification.timestamp_header'],
    [{ scheme: 'standard-webhooks', secret: 'whsec_' }, 'verification.secret'],
    [{ scheme: 'standard-webhooks', secret: 'no base 64!' }, 'verification.secret'],
    [{ scheme: 'github', keep_secret: true }, 'verification.keep_secret'],
    ['github', 'verification'],
  ]
  for (const [verification, path] of wrong) {
    it(`is refused as ${JSON.stringify(verification).slice(0, 80)}`, async () => {
      const host = managed()
      const answer = await put(host, verification).expect(400)
      const { id: errorId, detailed_error: detail } = answer.body as Record<string, string>
      expect(errorId).to.equal('api.context.invalid_body_param.app_error')
      expect(detail).to.match(new RegExp(`^${path}: `))
      expect(await shownOf(host)).to.equal(null)
    })
  }

  it('is refused in code with names of its own', async () => {
    const { webhooks } = managed()
    const errorOf = async (verification: object): Promise<unknown> =>
      webhooks.manage
        .update(id('alice'), id('hook'), { verification: { scheme: 'github', ...verification } })
        .then(
          () => null,
          (error: unknown) => error instanceof WebhookError && error.detail,
        )
    expect(await errorOf({ secret: 'x', previous_secret: 'y' })).to.equal(
      'previous_secret: unknown name; did you mean previousSecret?',
    )
    expect(await errorOf({ keepSecret: true })).to.match(/^verification\.keepSecret: /)
  })
})

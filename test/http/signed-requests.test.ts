import { expect } from 'chai'
import request from 'supertest'
import type { Format } from 'express-incoming-webhooks/formats'
import { allFormats } from '../../lib/formats/all.js'
import { allOr } from '../support/all.js'
import { id, KEY } from '../support/hook-host.js'
import { type Sender, senderOf, SENDERS, type SentHeaders } from '../support/signing-senders.js'
import { FORGED, FORGERIES, type Forgery, PAYLOAD } from './forgeries.js'
import { deliveriesOf } from './observed-host.js'
import { SECONDS, send, type SignedHost, signedHost } from './signed-host.js'

/** Everything that readers see. */
function shownIn(host: SignedHost): string {
  return JSON.stringify(host.posts())
}

const NATIVE = '{"text":"signed"}'

/** Those that only a token proves, and those that sign the body. */
const BY_BODY = SENDERS.filter(({ isToken }) => !isToken)
const BY_TOKEN = SENDERS.filter(({ isToken }) => isToken)

/** All for the first sender; for each other one the next of them, unless the run searches. */
function inTurn<T>(all: readonly T[], index: number): readonly T[] {
  return allOr(
    all,
    all.filter((_, at) => index === 0 || at === index % all.length),
  )
}

/** Ways to name an incident beside the body: in the query, and in headers. */
const INCIDENTS: readonly (readonly [end: string, headers: SentHeaders])[] = [
  ['', { 'Correlation-Key': 'disk', 'Correlation-State': 'closed' }],
  ['?incident=disk&state=closed', {}],
  ['?incident=disk&state=closed', {}],
]

function nameOf({ scheme, header }: Sender, index: number): string {
  return `${scheme}${header === '' ? '' : ` with ${header}`} (${index + 1})`
}

function forge(host: SignedHost, sender: Sender, forgery: Forgery): request.Test {
  const { method = 'post', end, headers = {}, body } = forgery
  const signed = sender.sign(sender.secret, body, SECONDS)
  return send(host, { ...signed, ...headers }, body, host.path + end, method)
}

describe('a request whose body alone is signed', () => {
  for (const [index, sender] of BY_BODY.entries()) {
    it(`says nothing in headers and query, by ${nameOf(sender, index)}`, async () => {
      for (const forgery of inTurn(FORGERIES, index)) {
        const host = await signedHost(sender)
        const answer = await forge(host, sender, forgery)
        const { title, shown, named } = forgery
        expect(answer.status, title).to.equal(typeof shown === 'number' ? shown : 200)
        expect(shownIn(host), title).to.not.include(FORGED)
        if (typeof shown === 'string') expect(shownIn(host), title).to.include(shown)
        const [entry] = await deliveriesOf(host)
        const told = JSON.stringify([entry?.warnings, entry?.detail])
        for (const name of named) expect(told, title).to.include(name)
        expect(told, title).to.include('the signature covers the body alone')
      }
    })

    it(`is about no incident that they name, by ${nameOf(sender, index)}`, async () => {
      for (const [end, headers] of inTurn(INCIDENTS, index)) {
        const host = await signedHost(sender)
        const body = '{"text":"signed","correlation_key":"disk"}'
        await send(host, sender.sign(sender.secret, body, SECONDS), body).expect(200)
        const [before] = host.posts()
        const signed = sender.sign(sender.secret, NATIVE, SECONDS)
        const path = host.path + end
        await send(host, { ...signed, ...headers }, NATIVE, path).expect(200, 'ok')
        expect(host.posts(), end).to.have.lengthOf(2)
        expect(host.posts()[0], end).to.deep.equal(before)
      }
    })
  }

  for (const [index, sender] of BY_TOKEN.entries()) {
    it(`is another one than one with the secret itself, by ${nameOf(sender, index)}`, async () => {
      for (const forgery of FORGERIES) {
        const host = await signedHost(sender)
        await forge(host, sender, forgery).expect(200)
        expect(shownIn(host), forgery.title).to.include(FORGED)
      }
      const host = await signedHost(sender)
      const signed = sender.sign(sender.secret, NATIVE, SECONDS)
      const about = { 'Correlation-Key': 'disk', 'Correlation-State': 'closed' }
      await send(host, { ...signed, ...about }, NATIVE).expect(200)
      expect(host.posts()[0]?.props).to.have.nested.property('webhook_incident.state', 'closed')
    })
  }

  const github = senderOf('github')
  const signedBy = (body: string): SentHeaders => github.sign(github.secret, body, SECONDS)

  it('tells its sender what had no effect, and what would have one', async () => {
    const host = await signedHost(github)
    const about = { 'Correlation-Key': 'disk', 'Correlation-State': 'open' }
    const path = `${host.path}?wait=true&title=x`
    const answer = await send(host, { ...signedBy(NATIVE), ...about }, NATIVE, path).expect(200)
    const why = 'has no effect: the signature covers the body alone'
    expect(answer.body).to.have.deep.property('warnings', [
      {
        path: 'Correlation-Key',
        reason: `${why}; the member correlation_key of the body names an incident`,
      },
      { path: 'Correlation-State', reason: why },
      { path: '?title', reason: why },
    ])
  })

  it('is told of six names, and of none that may be a text or a key', async () => {
    const host = await signedHost(github)
    const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g', KEY, 'a text', 'x'.repeat(41)]
    const query = words.map((word) => `${encodeURIComponent(word)}=1`).join('&')
    const path = `${host.path}?${query}`
    const answer = await send(host, signedBy(NATIVE), NATIVE, `${path}&wait=true`).expect(200)
    const { warnings } = answer.body as { readonly warnings: readonly { readonly path: string }[] }
    const paths = ['?a', '?b', '?c', '?d', '?e', '?f', '']
    expect(warnings.map(({ path: name }) => name)).to.deep.equal(paths)
    expect(JSON.stringify(warnings)).to.include('4 more').and.not.include(KEY)
    const refused = await send(host, signedBy('{}'), '{}', path).expect(400)
    const { detailed_error: detail } = refused.body as { readonly detailed_error: string }
    expect(detail)
      .to.include('?a, ?b, ?c, ?d, ?e, ?f and 4 more had no effect')
      .and.not.include(KEY)
  })

  it('chooses in the query what is shown, and how it is answered', async () => {
    const host = await signedHost(github)
    const push = (action: string): string =>
      JSON.stringify({ action, sender: { login: 'ann' }, repository: { full_name: 'a/b' } })
    const event = { 'X-GitHub-Event': 'star' }
    for (const [query, posts] of [
      ['', 0],
      ['?events=star', 1],
      ['?events=star&except=star.created', 1],
      ['?branches=main&labels=x&min_severity=error&events=push', 1],
    ] as const) {
      const body = push('created')
      const answer = await send(host, { ...signedBy(body), ...event }, body, host.path + query)
      expect(answer.status, query).to.equal(200)
      expect(host.posts(), query).to.have.lengthOf(posts)
    }
    const [entry] = await deliveriesOf(host)
    expect(entry?.warnings).to.deep.equal([])
  })

  it('names its event in the header of its sender, whoever that is', async () => {
    for (const [name, headers] of [
      ['github', { 'X-GitHub-Event': 'pull_request', 'X-GitHub-Delivery': '1' }],
      ['gitea', { 'X-Gitea-Event': 'pull_request', 'X-GitHub-Event': 'pull_request' }],
    ] as const) {
      const host = await signedHost(github)
      const body = JSON.stringify({
        action: 'opened',
        sender: { login: 'ann' },
        repository: { full_name: 'a/b' },
        pull_request: { title: 'A change', number: 1 },
      })
      await send(host, { ...signedBy(body), ...headers }, body).expect(200)
      const [entry] = await deliveriesOf(host)
      expect(entry).to.deep.include({ format: name, event: 'pull_request.opened', warnings: [] })
    }
  })

  for (const [scheme, header] of [
    ['github', 'X-GitHub-Event'],
    ['gitea', 'X-Gitea-Event'],
    ['bitbucket', 'X-Event-Key'],
  ] as const) {
    it(`shows nothing of the name of an event of ${scheme} that is in no list`, async () => {
      const sender = senderOf(scheme)
      const host = await signedHost(sender)
      const body = JSON.stringify({
        sender: { login: 'ann' },
        actor: { nickname: 'ann' },
        repository: { full_name: 'a/b' },
      })
      const signed = sender.sign(sender.secret, body, SECONDS)
      await send(host, { ...signed, [header]: FORGED }, body).expect(200, 'ok')
      expect(host.posts()).to.have.lengthOf(1)
      expect(shownIn(host)).to.include('a/b').and.not.include(FORGED).and.not.include('Forged')
    })
  }

  it('happened when it arrived, whatever Sentry says in a header', async () => {
    const sender = senderOf('sentry')
    const host = await signedHost(sender)
    const issue = { id: '7', title: 'Crash', level: 'error' }
    const about = async (action: string, seconds: number): Promise<void> => {
      const body = JSON.stringify({ action, data: { issue }, installation: {}, actor: {} })
      const headers = { 'Sentry-Hook-Resource': 'issue', 'Sentry-Hook-Timestamp': String(seconds) }
      await send(host, { ...sender.sign(sender.secret, body, SECONDS), ...headers }, body).expect(
        200,
      )
    }
    await about('resolved', 9_999_999_999)
    host.clock.now += 1_000
    await about('unresolved', SECONDS)
    expect(host.posts()[0]?.props).to.have.nested.property('webhook_incident.state', 'open')
    const [entry] = await deliveriesOf(host)
    expect(entry?.warnings).to.deep.equal([])
  })

  const acme: Format = {
    name: 'acme',
    title: 'Acme',
    choosingHeaders: ['x-acme-event'],
    read: ({ headers, isOnlyBodyProven }) => ({
      kind: 'message',
      draft: {
        title: `${headers['x-acme-event'] ?? ''} ${headers['x-acme-title'] ?? ''} ${String(isOnlyBodyProven)}`,
      },
      event: { event: 'ring' },
    }),
  }

  it("shows formats of the host's own only the headers by which they choose", async () => {
    const host = await signedHost(github, { options: { formats: [...allFormats, acme] } })
    const headers = { 'X-Acme-Event': 'ring', 'X-Acme-Title': FORGED }
    await send(host, { ...signedBy('{}'), ...headers }, '{}', `${host.path}/acme`).expect(200)
    expect(host.posts()[0]?.message).to.include('ring  true')
    const [entry] = await deliveriesOf(host)
    expect(entry?.warnings).to.deep.equal([
      { path: 'x-acme-title', reason: 'has no effect: the signature covers the body alone' },
    ])
  })

  it('has its idempotency key', async () => {
    const host = await signedHost(github)
    const signed = { ...signedBy(NATIVE), 'Idempotency-Key': 'once' }
    await send(host, signed, NATIVE).expect(200)
    const again = await send(host, signed, NATIVE, `${host.path}?payload=${PAYLOAD}`).expect(200)
    expect(again.headers).to.include({ 'idempotent-replayed': 'true' })
    expect(host.posts()).to.have.lengthOf(1)
  })
})

describe('a post of a webhook whose senders prove who they are', () => {
  for (const [index, sender] of SENDERS.entries()) {
    it(`is neither changed nor deleted by its id, by ${nameOf(sender, index)}`, async () => {
      const host = await signedHost(sender)
      await send(host, sender.sign(sender.secret, NATIVE, SECONDS), NATIVE).expect(200)
      const before = shownIn(host)
      const [post] = host.posts()
      const path = `${host.path}/posts/${post?.id ?? ''}`
      for (const method of ['patch', 'delete'] as const) {
        const body = method === 'patch' ? NATIVE : ''
        const signed = sender.sign(sender.secret, body, SECONDS)
        for (const headers of [signed, {}]) {
          const answer = await send(host, headers, body, path, method).expect(405)
          expect(answer.headers, method).to.include({ allow: 'POST' })
          const { id: errorId, detailed_error: detail } = answer.body as Record<string, string>
          expect(errorId).to.equal('api.context.method_not_allowed.app_error')
          expect(detail).to.include('no proof covers').and.include('correlation_key')
        }
      }
      expect(shownIn(host)).to.equal(before)
    })
  }

  it('is one of an unknown key for those who know none', async () => {
    const host = await signedHost(senderOf('github'))
    await request(host.app)
      .patch(`/hooks/whk${'a'.repeat(29)}/posts/${id('any')}`)
      .send({ text: 'x' })
      .expect(404)
  })
})

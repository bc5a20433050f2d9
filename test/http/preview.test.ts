import { expect } from 'chai'
import request from 'supertest'
import type { PreviewInput } from 'express-incoming-webhooks'
import { type HookHost, hookHost, type HookHostOptions, id } from '../support/hook-host.js'

const PATH = `/api/v4/hooks/incoming/${id('hook')}`
const TEXT = { body: '{"text":"Backup is done"}' }
const BIG = 2_097_152

/** A host with management; the header `as` says who is signed in. */
function managed(given: HookHostOptions = {}): HookHost {
  const host = hookHost({
    ...given,
    options: {
      currentUser: (req) => host.adapters.host.users.get(id(req.get('as') ?? '')) ?? null,
      ...given.options,
    },
  })
  host.app.use('/api/v4', host.webhooks.adminRouter)
  return host
}

function ask({ app }: HookHost, body: object | string, as = 'alice'): request.Test {
  return request(app)
    .post(`${PATH}/preview`)
    .set({ as: as, 'X-Requested-With': 'XMLHttpRequest' })
    .type('json')
    .send(body)
}

const preview = ({ webhooks }: HookHost, input: PreviewInput) =>
  webhooks.manage.preview(id('alice'), id('hook'), input)

/** All that a host keeps. */
const keptBy = ({ adapters: { host } }: HookHost): string =>
  JSON.stringify([
    ...[host.channels, host.members, host.batches, host.incidents, host.webhooks].map((map) => [
      ...map,
    ]),
    [...host.posts.values()],
  ])

describe('a preview', () => {
  it('calls no method that writes, and changes nothing that is kept', async () => {
    const written: string[] = []
    const refusing = (name: string) => (): never => {
      written.push(name)
      throw new Error(`${name} was called`)
    }
    const host = managed({
      webhook: { together: 'edit', expectEvery: 900, acknowledge: true },
      adapt: (adapters) => ({
        ...adapters,
        posts: {
          ...adapters.posts,
          createBatch: refusing('createBatch'),
          newIds: refusing('newIds'),
          update: refusing('update'),
          delete: refusing('delete'),
        },
        channels: { ...adapters.channels, createDirect: refusing('createDirect') },
        webhooks: {
          ...adapters.webhooks,
          touch: refusing('touch'),
          noteResult: refusing('noteResult'),
          update: refusing('webhooks.update'),
        },
        counters: { take: refusing('take'), reset: refusing('reset') },
      }),
    })
    const before = keptBy(host)
    const keys = { 'Correlation-Key': 'disk', 'Idempotency-Key': 'one' }
    for (const input of [
      TEXT,
      { body: '{"text":"x","channel":"@carol"}' },
      { body: '{"text":"x"}', headers: keys },
      { body: '{' },
      { body: '{"text":"x"}', suffix: 'posts/1' },
    ]) {
      await ask(host, input).expect(200)
    }
    const log = await request(host.app).get(`${PATH}/deliveries`).set('as', 'alice').expect(200)
    expect(log.body).to.deep.equal([])
    expect(written).to.deep.equal([])
    expect(keptBy(host)).to.equal(before)
  })

  it('shows what a message of each kind would become', async () => {
    const host = managed()
    const answer = await ask(host, TEXT).expect(200)
    expect(answer.body).to.deep.equal({
      outcome: 'posted',
      answer: { status: 200, body: 'ok' },
      posts: [
        {
          action: 'created',
          channel_id: id('alerts'),
          message: 'Backup is done',
          type: '',
          root_id: '',
          props: {
            from_webhook: 'true',
            webhook_display_name: 'Deploy bot',
            override_username: 'webhook',
          },
        },
      ],
      format: 'native',
      event: '',
      incident: '',
      state: '',
      rules: [],
      warnings: [],
      ignored: [],
      error: null,
    })
    const cases: readonly (readonly [PreviewInput, object])[] = [
      [{ bodyBase64: 'eyJ0ZXh0IjoiQ3LDqG1lIn0=' }, { outcome: 'posted' }],
      [{ body: 'payload=%7B%22text%22%3A%22x%22%7D' }, { outcome: 'posted' }],
      [{ body: '', query: '?payload={"text":"x"}' }, { outcome: 'posted' }],
      [{ body: '{"content":"x"}', suffix: '/discord' }, { format: 'discord' }],
      [{ body: '{"content":"x"}', query: 'format=discord' }, { format: 'discord' }],
      [
        { ...TEXT, query: 'incident=disk&state=open' },
        { incident: 'disk', state: 'open' },
      ],
      [{ ...TEXT, format: 'gitlab' }, { outcome: 'refused' }],
      [{ ...TEXT, suffix: 'nonsense' }, { answer: { status: 404 } }],
      [
        { ...TEXT, rules: [{ when: {}, then: { skip: true } }] },
        { outcome: 'skipped', rules: [0] },
      ],
      [
        { ...TEXT, format: 'template', template: { title: 'It says {{text}}' } },
        { format: 'template' },
      ],
      [{ body: '{"text":"x"}', headers: { 'Idempotency-Key': 'ä' } }, { outcome: 'refused' }],
    ]
    for (const [input, expected] of cases) {
      const shown = await preview(host, input)
      const { answer, ...rest } = shown
      const wanted = 'answer' in expected ? { answer: { status: answer.status } } : rest
      expect(wanted, JSON.stringify(input)).to.deep.include(expected)
    }
  })

  it('refuses what is no preview, and fields that could not be saved', async () => {
    const host = managed()
    const cases: readonly object[] = [
      {},
      { body: 'x', body_base64: 'eA==' },
      { body: 'x', odd: 1 },
      { body: 1 },
      { body_base64: '%' },
      { ...TEXT, headers: [] },
      { ...TEXT, headers: { 'a b': 'x' } },
      { ...TEXT, headers: { a: 'x\r\nb: c' } },
      { ...TEXT, suffix: 'github?x' },
      { ...TEXT, format: 'odd' },
      { ...TEXT, rules: [{ when: {}, then: {} }] },
      { ...TEXT, template: { title: '{{#if text}}' } },
      { ...TEXT, template: {} },
    ]
    for (const body of cases) {
      const shown = await host.webhooks.manage
        .preview(id('alice'), id('hook'), inScript(body))
        .then(() => null)
        .catch((error: unknown) => Reflect.get(Object(error), 'code') as unknown)
      expect(shown, JSON.stringify(body)).to.equal('invalid_body')
    }
    await ask(host, { ...TEXT, odd: 1 }).expect(400)
    await ask(host, TEXT, 'bob').expect(404)
    await ask(host, TEXT, 'nobody').expect(401)
  })

  it('says why the requests of a webhook that is off, or has expired, are refused', async () => {
    const cases = [
      [{ enabled: false }, 'the webhook is switched off'],
      [{ expiresAt: 1 }, 'the webhook expired on 1970-01-01 at 00:00 UTC'],
    ] as const
    for (const [webhook, detailedError] of cases) {
      const { outcome, answer, error } = await preview(managed({ webhook }), TEXT)
      expect([outcome, answer.status, error?.detailedError]).to.deep.equal([
        'refused',
        404,
        detailedError,
      ])
      expect(answer.body).to.not.include(detailedError)
    }
  })

  it('needs neither a signature nor the address of a sender', async () => {
    const host = managed({ webhook: { allowedAddresses: ['192.0.2.7'] } })
    await host.webhooks.manage.update(id('alice'), id('hook'), {
      verification: { scheme: 'github', secret: 'a secret of senders' },
    })
    const { outcome, incident, warnings } = await preview(host, { ...TEXT, query: 'incident=disk' })
    // Only the body is signed, so that the query says nothing.
    expect([outcome, incident]).to.deep.equal(['posted', ''])
    expect(warnings.map(({ path }) => path)).to.deep.equal(['?incident'])
  })

  it('shows a request of the log again, if what was sent is kept', async () => {
    const host = managed({ webhook: { format: 'gitlab' } })
    await request(host.app).post(host.path).send({ text: 'refused before' }).expect(400)
    const log = await request(host.app).get(`${PATH}/deliveries`).set('as', 'alice')
    const [{ id: delivery = '' } = {}] = log.body as readonly { readonly id?: string }[]
    expect(await preview(host, { delivery })).to.include({ outcome: 'refused' })
    const { posts } = await preview(host, { delivery, format: '' })
    expect(posts.map(({ message }) => message)).to.deep.equal(['refused before'])
    expect(await preview(host, { delivery, suffix: 'slack' })).to.include({ outcome: 'posted' })
    host.clock.now += 25 * 3_600_000
    const answer = await ask(host, { delivery }).expect(404)
    expect(answer.body).to.include({ id: 'app.webhooks.get_delivery.app_error' })
    await ask(host, { delivery: 'unknown' }).expect(404)
  })

  it('reads what is stored of an incident, and not what other previews would store', async () => {
    const host = managed({ webhook: { together: 'reply' } })
    const report = (text: string, state: string): PreviewInput => ({
      body: JSON.stringify({ text }),
      headers: { 'Correlation-Key': 'disk', 'Correlation-State': state },
    })
    const both = await Promise.all(
      ['one', 'two', 'three'].map((text) => preview(host, report(text, 'open'))),
    )
    expect(both.map(({ posts }) => posts.map(({ action }) => action))).to.deep.equal([
      ['created'],
      ['created'],
      ['created'],
    ])
    await request(host.app)
      .post(host.path)
      .set({ 'Correlation-Key': 'disk', 'Correlation-State': 'open' })
      .send({ text: 'disk is full' })
      .expect(200)
    const { posts } = await preview(host, report('disk is fine', 'closed'))
    expect(posts.map(({ action }) => action)).to.deep.equal(['edited', 'replied'])
    expect(host.posts().map(({ message }) => message)).to.deep.equal(['disk is full'])
  })

  it('says nothing of a channel that its caller may not read', async () => {
    const host = managed({ webhook: { together: 'edit' } })
    const channel = `${id('bob')}__${id('carol')}`
    const body = JSON.stringify({ text: 'between two others', channel })
    const headers = { 'Correlation-Key': 'pair' }
    expect((await preview(host, { body, headers })).posts).to.have.lengthOf(1)
    await request(host.app)
      .post(host.path)
      .set(headers)
      .send({ text: 'said to bob and carol', channel })
      .expect(200)
    const { posts, answer } = await preview(host, { body, headers, query: 'wait=true' })
    expect(
      posts.map(({ action, channelId, message, props }) => [action, channelId, message, props]),
    ).to.deep.equal([['edited', '', '', {}]])
    expect(answer).to.deep.equal({ status: 200, body: '' })
  })
})

describe('previews', () => {
  it('have at most 2 MiB', async () => {
    const host = managed()
    const text = (bytes: number): string => `{"body":"${'x'.repeat(bytes - 11)}"}`
    await ask(host, text(BIG + 1), 'admin').expect(413)
    await ask(host, text(BIG)).expect(200)
  })

  it('are refused while two others run', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const host = managed({
      adapt: (adapters) => ({
        ...adapters,
        channels: {
          ...adapters.channels,
          findById: async (channelId) => {
            await held
            return adapters.channels.findById(channelId)
          },
        },
      }),
    })
    const three = [1, 2, 3].map(async () => {
      const answer = await ask(host, TEXT)
      if (answer.status !== 429) return answer.status
      expect(answer.headers).to.include({ 'retry-after': '1' })
      release()
      return answer.status
    })
    expect((await Promise.all(three)).sort()).to.deep.equal([200, 200, 429])
  })
})

/** As scripts without types pass it. */
function inScript(body: object): PreviewInput {
  const { body_base64: bodyBase64, ...others } = body as Readonly<Record<string, unknown>>
  return { ...others, ...(bodyBase64 !== undefined && { bodyBase64 }) } as PreviewInput
}

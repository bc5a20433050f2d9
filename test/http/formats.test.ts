import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import type { FormatBody } from '../../lib/formats/format-request.js'
import type { Format } from '../../lib/formats/format.js'
import { allFormats } from '../../lib/formats/all.js'
import { hookHost, KEY } from '../support/hook-host.js'
import { deliveriesOf, observed } from './observed-host.js'

const DISCORD = { content: 'Build **212** passed' }

const robot: Format = {
  name: 'robot',
  title: 'A robot',
  detect: ({ headers }) => (headers['x-robot'] === undefined ? null : 'header'),
  read: ({ headers }) => {
    const event = headers['x-robot'] ?? ''
    if (event === 'ping') return { kind: 'skip', event: { event } }
    return { kind: 'message', draft: { title: event }, event: { event } }
  },
}
const twin: Format = { ...robot, name: 'twin', detect: ({ body }) => isRobot(body) }
const other: Format = { ...robot, name: 'other', detect: ({ body }) => isRobot(body) }

function isRobot(body: FormatBody): 'body' | null {
  return body.kind === 'json' && JSON.stringify(body.value).includes('robot') ? 'body' : null
}

/** What a format without types may answer. */
function untyped(value: unknown): never {
  return value as never
}

const DRAFT = { title: 'a secret' }
const EVENT = { event: 'ring' }

const WRONG: readonly (readonly [expected: RegExp, wrong: Partial<Format>])[] = [
  [/^robot.read .*refuse.*, but undefined$/, { read: () => untyped(undefined) }],
  [/, but a Promise$/, { read: () => untyped(Promise.resolve({ kind: 'skip', event: EVENT })) }],
  [/, but an object with kind, draft, event \('mesage'\)$/, reading({ kind: 'mesage' })],
  [/, but an object with kind, draft, event$/, reading({ kind: DRAFT.title })],
  [/'message'.*, but an object with kind, draft, event/, reading({ event: undefined })],
  [/'message'.*, but an object with kind, draft, event/, reading({ event: 'ring' })],
  [/'message'.*, but an object with kind, draft, event/, reading({ event: { event: null } })],
  [/'message'.*, but an object with kind, draft, event/, reading({ draft: DRAFT.title })],
  [/'payload'.*, but an object with kind, draft, event/, reading({ kind: 'payload' })],
  [/'skip'.*, but an object with kind, draft, event/, reading({ kind: 'skip', event: [] })],
  [/'refuse'.*, but an object with kind, draft, event/, reading({ kind: 'refuse' })],
  [/^robot.detect .*, but a boolean$/, { detect: () => untyped(true) }],
  [/^robot.detect .*, but a Promise$/, { detect: () => untyped(Promise.resolve(null)) }],
  [/^robot.detect .*, but a string \('haeder'\)$/, { detect: () => untyped('haeder') }],
]

function reading(changes: object): Partial<Format> {
  return { read: () => untyped({ kind: 'message', draft: DRAFT, event: EVENT, ...changes }) }
}

describe('a format of the host that returns something else than its type says', () => {
  for (const [index, [expected, wrong]] of WRONG.entries()) {
    it(`is told once, and the request fails: ${expected.source} (${index})`, async () => {
      const lines: object[] = []
      const { app, path, posts, hostErrors, webhooks } = hookHost({
        options: {
          formats: [untyped({ ...robot, detect: () => 'body', ...wrong })],
          log: (_level, _message, fields = {}) => lines.push(fields),
        },
      })
      for (let n = 0; n < 2; n += 1) await request(app).post(path).send({ door: 1 }).expect(500)
      expect(posts()).to.deep.equal([])
      expect(hostErrors[0])
        .to.be.instanceOf(TypeError)
        .with.property('message')
        .that.matches(expected)
      expect(lines).to.have.lengthOf(1)
      expect(lines).to.have.nested.property('[0].code', 'EIW_FORMAT_RESULT')
      expect(JSON.stringify(lines)).not.to.include(DRAFT.title)
      await webhooks.close()
    })
  }
})

describe('a format of the host whose answer fails', () => {
  const wrong: Record<string, Partial<Format>> = {
    'it throws': {
      answer: () => {
        throw new Error('no answer')
      },
    },
    'it returns a promise': { answer: () => untyped(Promise.resolve({ status: 200 })) },
    'it returns a status that is none': { answer: () => ({ status: 42, body: undefined }) },
  }
  for (const [how, changes] of Object.entries(wrong)) {
    it(`is told once, and its sender gets ok, because the post is stored: ${how}`, async () => {
      const codes: unknown[] = []
      const { app, path, posts, webhooks } = hookHost({
        options: {
          formats: [{ ...robot, ...changes }],
          log: (_level, _message, { code } = {}) => codes.push(code),
        },
      })
      for (let n = 0; n < 2; n += 1) {
        await request(app).post(path).set('x-robot', 'ring').send({}).expect(200, 'ok')
      }
      expect(posts()).to.have.lengthOf(2)
      expect(codes).to.deep.equal(['EIW_FORMAT_ANSWER'])
      await webhooks.close()
    })
  }
})

describe('formats on the URL of a webhook', () => {
  it('are recognised, and named in the recent requests', async () => {
    const host = observed()
    await request(host.app).post(host.path).send(DISCORD).expect(204, {})
    await request(host.app).post(host.path).send({ text: 'ours' }).expect(200, 'ok')
    const [ours, discord] = await deliveriesOf(host)
    expect(discord).to.deep.include({ format: 'discord', event: 'message', skipped: false })
    expect(ours).to.deep.include({ format: 'native', event: '' })
    expect(host.posts().map(({ message }) => message)).to.deep.equal([DISCORD.content, 'ours'])
  })

  it('get the answer that their senders wait for', async () => {
    const { app, path, posts } = hookHost()
    const discord = await request(app).post(`${path}/discord?wait=true`).send(DISCORD)
    expect(discord.body).to.deep.include({ id: posts()[0]?.id, content: DISCORD.content })
    await request(app).post(`${path}/teams`).send({ title: 'T' }).expect(200, '1')
    await request(app).post(`${path}/rocketchat`).send({ msg: 'm' }).expect(200, { success: true })
    const gotify = await request(app).post(`${path}/message`).send({ message: 'm', priority: 5 })
    expect(gotify.body).to.deep.include({ message: 'm', priority: 5 })
    const paged = { routing_key: 'r', event_action: 'resolve', dedup_key: 'k' }
    const pagerduty = await request(app).post(`${path}/v2/enqueue`).send(paged).expect(202)
    expect(pagerduty.body).to.include({ status: 'success', dedup_key: 'k' })
    const ntfy = await request(app).put(`${path}/ntfy`).type('text/plain').send('done')
    expect(ntfy.body).to.deep.include({ event: 'message', message: 'done' })
  })

  it('are read only as the URL says, and say what does not fit', async () => {
    const { app, path, posts } = hookHost()
    const wrong = await request(app).post(`${path}/grafana`).send(DISCORD).expect(400)
    expect(wrong.body).to.include({
      id: 'model.incoming_hook.parse_data.app_error',
      detailed_error: 'as grafana: `alerts` is missing; this looks like discord',
    })
    const unknown = await request(app).post(`${path}/nothing`).send(DISCORD).expect(404)
    expect(unknown.body).to.include({ id: 'web.incoming_webhook.format.app_error' })
    expect(unknown.text).to.include('discord').and.not.include(KEY)
    await request(app).post(`${path}?format=discord`).send(DISCORD).expect(204)
    expect(posts()).to.have.lengthOf(1)
  })

  it('of another program are refused, also where the format of the URL could read them', async () => {
    const { app, path, posts } = hookHost()
    const group = { version: '1', groupKey: 'a', alerts: [{ labels: { alertname: 'Disk' } }] }
    const answer = await request(app).post(`${path}/alertmanager`).send(group).expect(400)
    expect(answer.body).to.include({
      detailed_error:
        'as alertmanager: the body is that of another program; this looks like grafana',
    })
    const named = { groupKey: 'a', orgId: 1, alerts: [{ labels: {} }], title: 'b', message: 'c' }
    await request(app).post(`${path}/datadog`).send(named).expect(400)
    // A text for a chat may look like anything.
    const note = { topic: 'a', message: 'b', title: 'c' }
    await request(app).post(`${path}/gotify`).send(note).expect(200)
    expect(posts()).to.have.lengthOf(1)
  })

  it('are not guessed for an event that is not known, unless the URL names one', async () => {
    const { app, path, posts } = hookHost()
    const sender = { login: 'octo', url: 'https://api.github.com/users/octo' }
    const event = { action: 'levitated', sender, repository: { full_name: 'octo/app' } }
    const answer = await request(app).post(path).send(event).expect(400)
    expect(answer.headers).not.to.have.property('x-webhook-skipped')
    expect(answer.text).to.include('like GitHub').and.include('end the URL with /github')
    const skipped = { ...event, issue: { number: 1 } }
    await request(app).post(path).send(skipped).expect(400)
    await request(app).post(path).set('X-GitHub-Event', 'issues').send(skipped).expect(200)
    expect(posts()).to.deep.equal([])
    await request(app).post(`${path}/github`).send(event).expect(200)
    expect(posts()).to.have.lengthOf(1)
  })

  const SHOWN = 'no format reads it. End the URL with /json to show it, or send `text`'
  const names = `the body has \`action\`, \`actor\`, \`data\`; ${SHOWN}`
  for (const [title, body, detail] of [
    ['like that of Sentry', { action: 'create', actor: {}, data: {} }, names],
    [
      'with a text like that of Discord',
      { content: 'a', event: 'created' },
      `the body has \`content\`, \`event\`; ${SHOWN}`,
    ],
    [
      'with a member of ours that is meant otherwise',
      { priority: 'HIGH', state: 'up' },
      `the body has \`priority\`, \`state\`; ${SHOWN}`,
    ],
    [
      'of ours with a wrong type',
      { text: 5, state: 'up' },
      'text: expected a string, got a number',
    ],
    [
      'within a member',
      { payload: { text: 'a' } },
      'the body has `payload`; the message is in the member `payload`: send it as the whole body, without that member',
    ],
    [
      'in a list',
      [{ a: 1, 'b c': 2 }, {}],
      `the body has 2 elements, the first of which has \`a\` and 1 more; ${SHOWN}`,
    ],
  ] as const) {
    it(`of a body ${title} are refused with what it has`, async () => {
      const { app, path, posts } = hookHost()
      const answer = await request(app).post(path).send(body).expect(400)
      expect(answer.body).to.include({ detailed_error: detail })
      expect(posts()).to.deep.equal([])
    })
  }

  it('are read only as the webhook says, whose errors name its format', async () => {
    const { app, path } = hookHost({ webhook: { format: 'grafana' } })
    const wrong = await request(app).post(path).send(DISCORD).expect(400)
    expect(wrong.body).to.include({
      detailed_error:
        'as grafana: `alerts` is missing; this looks like discord; this webhook reads only grafana',
    })
    const ours = await request(app).post(path).send({ text: 'a' }).expect(400)
    expect(ours.body).to.include({
      detailed_error: 'as grafana: `alerts` is missing; this webhook reads only grafana',
    })
    // The end of the URL counts first.
    const teams = await request(app).post(`${path}/teams`).send({}).expect(400)
    expect(teams.text).not.to.include('this webhook reads only')
  })

  it('that only the URL can name are refused with how it must end', async () => {
    const { app, path } = hookHost()
    const alert = { id: '1', title: 'CPU', event_type: 'x', date: '5', priority: 'normal' }
    const check = { name: 'nightly', status: 'down', last_ping: null, tags: 'prod' }
    for (const [body, name, end] of [
      [alert, 'Datadog', 'datadog'],
      [check, 'Healthchecks.io', 'healthchecks'],
    ] as const) {
      const answer = await request(app).post(path).send(body).expect(400)
      const looks = `this looks like a request of ${name}`
      expect(answer.body).to.include({
        detailed_error: `${looks}, which only the URL can name: it must end with /${end}`,
      })
      await request(app).post(`${path}/${end}`).send(body).expect(200)
      // What our own format can show is its own, whatever is beside it.
      await request(app)
        .post(path)
        .send({ ...body, priority: undefined, text: 'a' })
        .expect(200)
    }
  })

  it('that show nothing are refused with how to learn what is missing', async () => {
    const { app, path } = hookHost()
    const detail =
      'this looks like the format of Discord, but shows nothing: if the URL ends with /discord, the ' +
      'error says what is missing'
    for (const end of ['', '/slack']) {
      const answer = await request(app)
        .post(path + end)
        .send({ content: '' })
        .expect(400)
      expect(answer.body, end).to.include({ detailed_error: detail })
    }
  })

  it('say nothing of themselves to somebody without a key', async () => {
    const { app } = hookHost()
    const path = `/hooks/${KEY.replace(/.$/, KEY.endsWith('a') ? 'b' : 'a')}`
    const answers = await Promise.all(
      ['', '/discord', '/nothing'].map((end) =>
        request(app)
          .post(path + end)
          .send(DISCORD),
      ),
    )
    for (const { status, body } of answers) {
      expect({ status, id: (body as { readonly id: string }).id }).to.deep.equal({
        status: 404,
        id: 'web.incoming_webhook.invalid.app_error',
      })
    }
  })

  it('accept a key with a slash in it, which no log line shows', async () => {
    const seen: string[] = []
    const { app, posts } = hookHost({
      before: [
        (req, res, next) => {
          res.once('finish', () => seen.push(req.originalUrl))
          next()
        },
      ],
    })
    const path = `/hooks/${KEY.slice(0, 16)}/${KEY.slice(16)}`
    await request(app).post(path).send({ text: 'in two' }).expect(200, 'ok')
    await request(app).post(`${path}/rocketchat`).send({ msg: 'named' }).expect(200)
    expect(posts()).to.have.lengthOf(2)
    for (const url of seen) expect(url).not.to.include(KEY.slice(16, 28))
  })

  it('skip what is not worth a message, like success', async () => {
    const host = observed({}, { options: { formats: [...allFormats, robot] } })
    const answer = await request(host.app).post(host.path).set('X-Robot', 'ping').send({ a: 1 })
    expect([answer.status, answer.text]).to.deep.equal([200, 'ok'])
    expect(answer.headers).to.include({ 'x-webhook-skipped': 'ping' })
    expect(host.posts()).to.deep.equal([])
    const [entry] = await deliveriesOf(host)
    const skipped = { format: 'robot', event: 'ping', skipped: true, post_ids: [], posted_to: null }
    expect(entry).to.deep.include(skipped)
  })

  it('name what they skip in a receipt, and nothing in that of a message', async () => {
    const { app, path } = hookHost({ options: { formats: [...allFormats, robot] } })
    const url = `${path}?wait=true`
    const skipped = await request(app).post(url).set('X-Robot', 'ping').send({ a: 1 }).expect(200)
    const nothing = { ok: true, posts: [], warnings: [], ignored: [] }
    expect(skipped.body).to.deep.equal({ ...nothing, skipped: 'ping' })
    const posted = await request(app).post(url).send({ text: 't' }).expect(200)
    expect(posted.body).to.have.all.keys('ok', 'posts', 'warnings', 'ignored')
  })

  it('say what is missing in a body that its headers name a format for', async () => {
    const { app, path } = hookHost()
    const answer = await request(app)
      .post(path)
      .set('X-Gitlab-Event', 'Push Hook')
      .send({ ref: 'refs/heads/main' })
      .expect(400)
    expect(answer.body).to.include({
      detailed_error:
        'a payload needs text, an attachment or a block; ' +
        'the headers are those of gitlab, but `object_kind` is missing',
    })
  })

  const unread: readonly (readonly [body: object, detail: string])[] = [
    [{ txt: 'hi' }, `the body has \`txt\`; ${SHOWN}`],
    [{ title: 'a', b: 1, mrkdwn: true }, `the body has \`title\`, \`b\`, \`mrkdwn\`; ${SHOWN}`],
    [
      { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, 'not nameable': 1 },
      `the body has \`a\`, \`b\`, \`c\`, \`d\`, \`e\`, \`f\` and 2 more; ${SHOWN}`,
    ],
    [{ [KEY]: 'hi' }, `the body has 1 member; ${SHOWN}`],
    [{ ['x'.repeat(41)]: 1, '<script>': 1 }, `the body has 2 members; ${SHOWN}`],
    [{ username: 'ci', text: '' }, 'a payload needs text, an attachment or a block'],
  ]
  for (const [body, detail] of unread) {
    it(`name what nobody reads: ${detail}`, async () => {
      const { app, path } = hookHost()
      const answer = await request(app).post(path).send(body).expect(400)
      expect(answer.body).to.include({ detailed_error: detail })
    })
  }

  it('refuse what two of them claim, and name both', async () => {
    const { app, path, posts } = hookHost({ options: { formats: [twin, other] } })
    const answer = await request(app).post(path).send({ robot: 1 }).expect(400)
    expect(answer.text).to.include('twin and like other')
    expect(posts()).to.deep.equal([])
  })

  it('keep the cause where a body parser of the host has read JSON as a form', async () => {
    const { app, path } = hookHost({ before: [express.urlencoded({ extended: false })] })
    const answer = await request(app).post(path).type('form').send('{"a":1}').expect(400)
    expect(answer.text).to.include('the form has 1 member; no format reads it. End the URL with')
    expect(answer.text).to.include('; if JSON was sent, a body parser before the webhooks router')
  })

  it('say nothing of /json where the server does not read it', async () => {
    const { app, path } = hookHost({ options: { formats: ['github'] } })
    const answer = await request(app).post(path).send({ txt: 'hi' }).expect(400)
    expect(answer.body).to.include({
      detailed_error: 'the body has `txt`; no format reads it. Send `text`',
    })
  })

  it('can be taken away', async () => {
    const { app, path } = hookHost({ options: { formats: [] } })
    const answer = await request(app).post(path).send(DISCORD).expect(400)
    expect(answer.text).to.include('web.incoming_webhook.text.app_error')
    await request(app).post(`${path}/discord`).send(DISCORD).expect(404)
  })
})

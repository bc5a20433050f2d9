import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import express from 'express'
import { redactKeys } from 'express-incoming-webhooks'
import request from 'supertest'
import { broughtAlong, type OldWebhook, oldWebhooks } from '../../docs/examples/mattermost-keys.js'
import { hookHost, type HookHost, id } from '../support/hook-host.js'
import { managementHost } from '../support/management-host.js'
import { blocksOf, page, tableIn } from '../support/markdown.js'

const PAGE = page('moving.md')
const [, REDACTED = '', REWRITE = ''] = blocksOf(PAGE, 'ts')
const OLD: OldWebhook = {
  id: 'f9zr6e3ktbrm8xpyqw5d1nh7ca',
  create_at: 1_600_000_000_000,
  display_name: 'Builds',
  description: 'from the old server',
  username: 'ci',
  icon_url: '',
  channel_locked: true,
}
const ALICE = id('alice')

/** A host with the old webhook, and the id of its record. */
async function moved(): Promise<{ readonly host: HookHost; readonly webhookId: string }> {
  const host = hookHost()
  const place = { userId: ALICE, channelId: id('off-topic'), teamId: 'main' }
  const record = broughtAlong(OLD, place)
  await host.adapters.webhooks.create(record)
  return { host, webhookId: record.id }
}

describe('docs/moving.md', () => {
  it('brings a key along that still posts, and whose URL is not shown', async () => {
    const { host, webhookId } = await moved()
    await request(host.app).post(`/hooks/${OLD.id}`).send({ text: 'Green' }).expect(200, 'ok')
    expect(host.posts().map((post) => [post.channel_id, post.message])).to.deep.equal([
      [id('off-topic'), 'Green'],
    ])
    const { key, url, keyHint, displayName } = await host.webhooks.manage.find(ALICE, webhookId)
    expect({ key, url, keyHint, displayName }).to.deep.equal({
      key: null,
      url: null,
      keyHint: 'h7ca',
      displayName: 'Builds',
    })
  })

  it('gives a webhook that was brought along a new URL, beside the old one', async () => {
    const { host, webhookId } = await moved()
    const { url } = await host.webhooks.manage.regenerate(ALICE, webhookId, { overlapSeconds: 60 })
    for (const path of [new URL(url).pathname, `/hooks/${OLD.id}`]) {
      await request(host.app).post(path).send({ text: 'Green' }).expect(200)
    }
    host.clock.now += 60_000
    await request(host.app).post(`/hooks/${OLD.id}`).send({ text: 'Late' }).expect(404)
  })

  it('reads all pages of the old list', async () => {
    const { app, webhooks, adapters } = await managementHost()
    const { user, channel } = adapters.addDemo()
    const fields = { channelId: channel.id, displayName: 'old' }
    for (let made = 0; made < 201; made += 1) await webhooks.manage.create(user.id, fields)
    const signedIn = await request(app)
      .post('/api/v4/users/login')
      .send({ login_id: 'admin', password: 'correct horse' })
    const server = app.listen(0, '127.0.0.1')
    try {
      await new Promise((resolve) => server.once('listening', resolve))
      const { port } = server.address() as AddressInfo
      const old = await oldWebhooks(`http://127.0.0.1:${port}`, signedIn.get('Token') ?? '')
      expect(old).to.have.lengthOf(201)
    } finally {
      server.closeAllConnections()
      server.close()
      await webhooks.close()
    }
  })

  it('redacts keys that were brought along as it says', () => {
    const [, line = ''] = /const line = '(.*)'/.exec(REDACTED) ?? []
    const [plain, below] = [...REDACTED.matchAll(/\/\/ '(.*)'/g)].map(([, result]) => result)
    expect(redactKeys(line)).to.equal(plain)
    expect(redactKeys(line, '/in')).to.equal(below)
  })

  it('shows what markup becomes', async () => {
    const [shown = ''] = blocksOf(PAGE, 'json')
    const texts = JSON.parse(shown) as Readonly<Record<string, string>>
    for (const [text, message] of Object.entries(texts)) {
      const host = hookHost()
      await request(host.app).post(host.path).send({ text }).expect(200)
      expect(host.posts()[0]?.message, text).to.equal(message)
    }
  })

  it('accepts paths like those of Slack', async () => {
    const host = hookHost()
    const seen: string[] = []
    const app = express()
    app.use((req, res, next) => {
      res.once('finish', () => seen.push(req.originalUrl))
      next()
    })
    app.use((req, _res, next) => {
      req.url = req.url.replace(/^\/services\/\w+\/\w+\/(?=\w+(?:\?|$))/, '/hooks/')
      next()
    })
    expect(REWRITE).to.include(String(/^\/services\/\w+\/\w+\/(?=\w+(?:\?|$))/))
    app.use('/hooks', host.webhooks.hooksRouter)
    const url = `/services/T0/B0/${host.key}`
    await request(app).post(url).send({ text: 'a' }).expect(200, 'ok')
    const receipt = await request(app)
      .post(`${url}?wait=true`)
      .send({ text: 'b', thread_ts: '1.2', mrkdwn: false, unfurl_links: true })
    expect(receipt.body).to.have.nested.property('warnings[0].path', 'thread_ts')
    expect(receipt.body).to.have.deep.property('ignored', ['mrkdwn', 'unfurl_links'])
    expect(seen.join(' ')).to.include('/services/T0/B0/[redacted').and.not.include(host.key)
  })
})

describe('the differences in docs/moving.md', () => {
  const rows = tableIn(PAGE, 'subject', 'Mattermost', 'here')
  const accepted = (subject: string): string =>
    /^Only here, these are accepted: .*/m.exec(PAGE)?.[0].includes(subject) ? '200' : ''
  type Send = (host: HookHost) => request.Test
  const send = ({ app, path }: HookHost): request.Test => request(app).post(path)
  const json = (host: HookHost, body: string | object): request.Test =>
    send(host).set('Content-Type', 'application/json').send(body)
  const direct = [id('bob'), id('alice')].join('__')
  const cases: Readonly<Record<string, Send>> = {
    'unknown key': ({ app }) =>
      request(app)
        .post(`/hooks/${'a'.repeat(26)}`)
        .send({ text: 'a' }),
    '`GET` of a hook URL': ({ app, path }) => request(app).get(path),
    'slash after the key': ({ app, path }) => request(app).post(`${path}/`).send({ text: 'a' }),
    'feature off, and the JSON is broken': (host) => {
      const memory = host.adapters.host
      memory.settings = { ...memory.settings, enableIncomingWebhooks: false }
      return json(host, '{')
    },
    'text after the JSON': (host) => json(host, '{"text":"a"} b'),
    'labelled form without `payload`': (host) => send(host).type('form').send('text=a'),
    'JSON that is labelled as a form': (host) => send(host).type('form').send('{"text":"a"}'),
    'compressed body': (host) => {
      const test = send(host).set('Content-Encoding', 'gzip')
      void test.write(gzipSync('{"text":"a"}'))
      return test
    },
    'size of a body': (host) => json(host, { text: 'a'.repeat(1_100_000) }),
    'unknown `type`': (host) => json(host, { text: 'a', type: 'other' }),
    'an attachment without content': (host) => json(host, { attachments: [{}] }),
    '`channel` with a channel id': (host) => json(host, { text: 'a', channel: id('off-topic') }),
    '`channel` with two user ids in reverse order': (host) =>
      json(host, { text: 'a', channel: direct }),
    'owner deactivated': (host) => {
      const alice = host.adapters.host.users.get(ALICE)
      if (alice) host.adapters.host.users.set(ALICE, { ...alice, deleteAt: 5 })
      return json(host, { text: 'a' })
    },
    'channel archived': (host) => {
      const { channels } = host.adapters.host
      const alerts = channels.get(id('alerts'))
      if (alerts) channels.set(alerts.id, { ...alerts, deleteAt: 5 })
      return json(host, { text: 'a' })
    },
  }
  for (const [subject, sent] of Object.entries(cases)) {
    it(`are as the page says: ${subject}`, async () => {
      const [, , here = accepted(subject)] = rows.find(([name]) => name === subject) ?? []
      const { status } = await sent(hookHost())
      expect(here).to.match(new RegExp(`\\b${status}\\b`))
    })
  }
})

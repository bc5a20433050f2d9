import { expect } from 'chai'
import request from 'supertest'
import type { IncomingWebhook } from 'express-incoming-webhooks'
import { hookHost, type HookHost, id } from '../support/hook-host.js'

const TEMPLATE = { title: 'Build {{number}} {{result}}', body: 'on {{host}}' }
const BUILD = { number: 128, result: 'passed', host: 'ci-1' }

function showing(webhook: Partial<IncomingWebhook> = {}): HookHost {
  return hookHost({ webhook: { format: 'template', template: TEMPLATE, ...webhook } })
}

function send({ app, path }: HookHost, body: object | string, end = ''): request.Test {
  return request(app).post(`${path}${end}`).send(body)
}

const messages = ({ posts }: HookHost): readonly string[] => posts().map(({ message }) => message)

describe('a webhook with a template', () => {
  it('shows JSON and forms by it, and its log says so', async () => {
    const host = showing()
    await send(host, BUILD).expect(200, 'ok')
    await send(host, 'number=129&result=failed&host=ci-2').expect(200, 'ok')
    const [first, second] = messages(host)
    expect(first).to.match(/Build 128 passed[^]*on ci-1/)
    expect(second).to.match(/Build 129 failed[^]*on ci-2/)
    await host.webhooks.close()
    const { webhooks } = host.adapters.host
    expect(webhooks.get(host.webhook.id)?.lastResult).to.include({ format: 'template' })
  })

  it('shows what has a text of our own format by it, too', async () => {
    const host = showing({ template: { title: 'T {{text}}' } })
    await send(host, { text: 'ours' }).expect(200)
    expect(messages(host)[0]).to.include('T ours')
  })

  it('reads another format where the end of the URL names it', async () => {
    const host = showing()
    await send(host, { text: 'plain' }, '/slack').expect(200)
    expect(messages(host)).to.deep.equal(['plain'])
  })

  it('uses it only where the URL asks for it if another format is chosen, or none', async () => {
    for (const format of ['', 'discord']) {
      const host = showing({ format })
      await send(host, BUILD).expect(400)
      await send(host, BUILD, '/template').expect(200)
      await send(host, BUILD, '?format=template').expect(200)
      expect(messages(host)).to.have.lengthOf(2)
    }
  })

  it('has one of its own, also beside another one', async () => {
    const hosts = ['a', 'b'].map((name) => showing({ template: { title: `${name} {{host}}` } }))
    for (const host of hosts) await send(host, BUILD).expect(200)
    expect(hosts.map(messages)).to.deep.equal([['**a ci-1**'], ['**b ci-1**']])
  })

  const refused: readonly (readonly [
    what: string,
    webhook: Partial<IncomingWebhook>,
    body: object | string,
    detail: RegExp,
  ])[] = [
    [
      'there is none',
      { template: null },
      BUILD,
      /^as template: the webhook has no template; write/,
    ],
    [
      'nothing is left to show',
      { template: { title: '{{a}}' } },
      { other: 1 },
      /^as template: .* are empty for this body/,
    ],
    ['the body is text', {}, 'just words', /^not JSON: .*line 1, column 1/],
    ['the body is no JSON', {}, '{"a" 1}', /^not JSON: .*line 1, column 6/],
    [
      'it stops before it writes anything',
      { template: { body: '{{list}}' } },
      { list: Array.from({ length: 12_000 }, () => 1) },
      /are empty for this body: template.body stopped at line 1, column 1, after 10000 steps/,
    ],
    [
      'it was stored by a version that understands more',
      { template: { title: '{{a | teleport}}' } },
      BUILD,
      /^as template: the template of the webhook has a fault in title: /,
    ],
  ]
  for (const [what, webhook, body, detail] of refused) {
    it(`refuses a request where ${what}, and says why`, async () => {
      const host = showing(webhook)
      const type = typeof body === 'string' ? 'text/plain' : 'application/json'
      const answer = await send(host, body).type(type).expect(400)
      expect(Reflect.get(Object(answer.body), 'detailed_error')).to.match(detail)
      expect(messages(host)).to.have.lengthOf(0)
    })
  }

  it('has rules about its format and the values of the body', async () => {
    const rules: IncomingWebhook['rules'] = [
      { when: { format: 'template', 'body.result': 'passed' }, then: { skip: true } },
      { when: { 'body.host': 'ci-*' }, then: { priority: 'urgent' } },
    ]
    const host = showing({ rules })
    await send(host, BUILD).expect(200).expect('X-Webhook-Skipped', /./)
    await send(host, { ...BUILD, result: 'failed' }).expect(200)
    expect(host.posts()).to.have.lengthOf(1)
    expect(host.posts()[0]?.metadata.priority).to.include({ priority: 'urgent' })
  })

  it('edits one post for each incident, which the template or the path names', async () => {
    const incident = { ...TEMPLATE, incident: '{{number}}' }
    for (const webhook of [{ template: incident }, { incidentPath: 'number' }]) {
      const host = showing({ ...webhook, together: 'edit' })
      await send(host, { ...BUILD, result: 'running' }).expect(200)
      await send(host, BUILD).expect(200)
      expect(messages(host)).to.have.lengthOf(1)
      expect(messages(host)[0]).to.include('Build 128 passed')
    }
  })

  it('shows only the events that its owner chooses, which are the states of incidents', async () => {
    const template = { ...TEMPLATE, incident: '{{number}}', state: '{{state}}' }
    const host = showing({ template, except: ['open'] })
    await send(host, { ...BUILD, state: 'open' }).expect('X-Webhook-Skipped', 'open')
    await send(host, { ...BUILD, state: 'update' }).expect(200)
    expect(messages(host)).to.have.lengthOf(1)
  })
})

describe('the format and the template of a webhook', () => {
  const { webhooks } = hookHost()
  const { manage } = webhooks
  const alice = id('alice')
  const BOTH = { format: 'template', template: TEMPLATE }
  const made = (fields: object) =>
    manage.create(alice, { channelId: id('alerts'), displayName: 'CI', ...fields })
  const refusalOf = (change: Promise<unknown>): Promise<string> =>
    change.then(
      () => 'accepted',
      (error: unknown) => String(Reflect.get(Object(error), 'detail')),
    )
  const NEEDED = 'template: expected a template, because the format is `template`'

  it('are refused where the format has no template', async () => {
    expect(await refusalOf(made({ format: 'template' }))).to.include(NEEDED)
    const { id: webhookId } = await made({})
    const chosen = manage.update(alice, webhookId, { format: 'template' })
    expect(await refusalOf(chosen)).to.include(NEEDED)
    const { id: shownId } = await made(BOTH)
    const removed = manage.update(alice, shownId, { template: null })
    expect(await refusalOf(removed)).to.include(NEEDED)
    expect(await manage.find(alice, shownId)).to.deep.include(BOTH)
  })

  it('change one by one in any order that leaves them whole', async () => {
    const { id: webhookId } = await made({})
    const changes: readonly object[] = [
      { template: TEMPLATE },
      { format: 'template' },
      { template: { title: 'other' } },
      { format: '' },
      { template: null },
      BOTH,
      { format: 'github', template: null },
    ]
    for (const change of changes) {
      expect(await manage.update(alice, webhookId, change)).to.deep.include(change)
    }
  })
})

import { expect } from 'chai'
import request from 'supertest'
import { hookHost, type HookHost, type HookHostOptions, id, NOW } from '../support/hook-host.js'
import { until } from '../support/until.js'

describe('the last result of a webhook', () => {
  it('is in its record and in lists, and is not a change of the record', async () => {
    const { app, path, webhooks, adapters } = hookHost({
      options: { currentUser: () => ({ id: id('alice'), username: 'alice' }) },
    })
    app.use('/api/v4', webhooks.adminRouter)
    const api = '/api/v4/hooks/incoming'
    const before = await request(app).get(`${api}/${id('hook')}`)
    await request(app).post(path).send({ text: 't', channel: 'nowhere' }).expect(404)
    const shown = {
      last_result: {
        at: NOW,
        outcome: 'refused',
        status: 404,
        error_id: 'web.incoming_webhook.channel.app_error',
        detail: 'there is no channel “nowhere”, or it is archived',
      },
      webhook_format: '',
    }
    const after = await request(app).get(`${api}/${id('hook')}`)
    expect(after.body).to.deep.equal({ ...before.body, ...shown })
    expect(after.headers).to.have.property('etag', before.headers['etag'])
    const list = await request(app).get(api)
    expect(list.body).to.have.deep.nested.property('[0].last_result', shown.last_result)
    expect(adapters.host.webhooks.get(id('hook'))?.version).to.equal(0)
  })

  const resultIn = ({ adapters }: HookHost): unknown =>
    adapters.host.webhooks.get(id('hook'))?.lastResult
  const GRAFANA = { at: 1, outcome: 'posted', status: 200, errorId: '', format: 'grafana' } as const

  it('is that of a message, with its format', async () => {
    const host = hookHost()
    await request(host.app).post(host.path).send({ text: 't' }).expect(200)
    const posted = { at: NOW, outcome: 'posted', status: 200, errorId: '', format: 'native' }
    expect(resultIn(host)).to.deep.equal({ ...posted, detail: '' })
  })

  it('is that of a refused request, which does not count as the last use', async () => {
    const host = hookHost({ webhook: { lastResult: GRAFANA } })
    await request(host.app).post(host.path).send({ text: 't', channel: 'nowhere' }).expect(404)
    const errorId = 'web.incoming_webhook.channel.app_error'
    const detail = 'there is no channel “nowhere”, or it is archived'
    const refused = { at: NOW, outcome: 'refused', status: 404, errorId, detail, format: 'grafana' }
    expect(resultIn(host)).to.deep.equal(refused)
    expect(host.adapters.host.webhooks.get(id('hook'))?.lastUsed).to.equal(0)
  })

  it('is a failure if the host fails', async () => {
    const host = hookHost({
      adapt: (adapters) => ({
        ...adapters,
        posts: { ...adapters.posts, createBatch: () => Promise.reject(new Error('disk')) },
      }),
    })
    await request(host.app).post(host.path).send({ text: 't' }).expect(500)
    await until('the record of the request', () => resultIn(host))
    const failed = { at: NOW, outcome: 'failed', status: 500, errorId: '', detail: '' }
    expect(resultIn(host)).to.deep.equal(failed)
  })

  const uncounted: readonly (readonly [string, HookHostOptions, 'post' | 'options', number])[] = [
    ['of a disabled webhook', { webhook: { enabled: false } }, 'post', 404],
    ['while webhooks are disabled', { settings: { enableIncomingWebhooks: false } }, 'post', 501],
    ['that asks whether it may send', {}, 'options', 200],
  ]
  for (const [what, given, method, status] of uncounted) {
    it(`is not that of a request ${what}`, async () => {
      const host = hookHost(given)
      const sent = request(host.app)[method](`${host.path}/cloudevents`)
      await sent.set('WebHook-Request-Origin', 'sender.example').expect(status)
      expect(resultIn(host)).to.equal(undefined)
    })
  }

  it('that is not stored at once does not delay the answer', async () => {
    const host = hookHost({
      adapt: (adapters) => ({
        ...adapters,
        webhooks: { ...adapters.webhooks, noteResult: () => new Promise(() => undefined) },
      }),
    })
    await request(host.app).post(host.path).send({ text: 't' }).expect(200, 'ok')
    await request(host.app).post(host.path).send({ text: 't' }).expect(200, 'ok')
  })
})

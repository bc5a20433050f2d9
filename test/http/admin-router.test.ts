import { deliveryOf } from '../support/deliveries.js'
import { expect } from 'chai'
import { present } from '../support/present.js'
import { adminHost, SITE, START, type Method } from './admin-router.host.js'

const CREATED = { channel_id: 'alerts', display_name: 'CI', description: 'builds' }
const KEY = /^whk[a-z0-9]{29}$/

describe('webhooks over HTTP', () => {
  it('a created webhook is answered whole, with its key and URL', async () => {
    const { send } = adminHost()
    const answer = await send('post', '/hooks/incoming', 'alice', {
      ...CREATED,
      id: 'mine',
      create_at: 1,
      delete_at: 1,
      last_used: 1,
      enabled: false,
      key: 'mine',
    })
    expect(answer.status).to.equal(201)
    const { id, key, url, key_hint, signing_secret, ...rest } = answer.body as Record<
      string,
      string
    >
    expect(id).to.match(/^[a-z0-9]{26}$/)
    expect(key).to.match(KEY)
    expect(url).to.equal(`${SITE}/hooks/${key ?? ''}`)
    expect(key_hint).to.equal(key?.slice(-4))
    expect(signing_secret).to.match(/^whsec_[\w+/]{43}=$/)
    expect(rest).to.deep.equal({
      slug: null,
      create_at: START,
      update_at: START,
      delete_at: 0,
      user_id: 'alice',
      channel_id: 'alerts',
      team_id: 'main',
      display_name: 'CI',
      description: 'builds',
      username: '',
      icon_url: '',
      icon_emoji: '',
      channel_locked: false,
      format: '',
      template: null,
      events: [],
      except: [],
      foreign_mentions: 'none',
      mentions: 'all',
      together: '',
      acknowledge: false,
      incident_path: '',
      allowed_addresses: [],
      expect_every: 0,
      rules: [],
      enabled: true,
      expires_at: 0,
      last_used: 0,
      channel_display_name: 'ALERTS',
      channel_type: 'O',
      creator_username: 'alice.name',
      previous_key: null,
      verification: null,
      last_result: null,
      webhook_format: '',
      previous_signing_secret: null,
    })
  })

  it('lists are newest first, in pages, without keys and URLs', async () => {
    const { send, webhookOf } = adminHost()
    for (const display_name of ['1', '2', '3']) await webhookOf('alice', { display_name })
    await webhookOf('bob', { display_name: '4' })
    const list = async (query: string, as: string): Promise<unknown> => {
      const answer = await send('get', `/hooks/incoming${query}`, as)
      expect(answer.text).not.to.match(/whk[a-z0-9]{29}|"url"|"key"/)
      const records = answer.body as { display_name: string }[]
      return records.map((record) => record.display_name).join()
    }
    expect(await list('', 'alice')).to.equal('3,2,1')
    expect(await list('', 'admin')).to.equal('4,3,2,1')
    expect(await list('?page=0&per_page=2', 'alice')).to.equal('3,2')
    expect(await list('?page=1&per_page=2', 'alice')).to.equal('1')
    expect(await list('?page=-1&per_page=x', 'alice')).to.equal('3,2,1')
    expect(await list('?page=1e3&per_page=0', 'alice')).to.equal('3,2,1')
    expect(await list('?page=a&page=b&per_page=99999999999999999999', 'alice')).to.equal('3,2,1')
    expect(await list('?team_id=main', 'alice')).to.equal('3,2,1')
    expect(await list('?team_id=other', 'alice')).to.equal('')
  })

  it('a page holds 60 by default and 200 at most', async () => {
    const host = adminHost()
    const { id } = await host.webhookOf('alice')
    const { webhooks } = host.adapters.host
    const made = present(webhooks.get(id))
    for (let n = 0; n < 204; n += 1) webhooks.set(`copy${n}`, { ...made, id: `copy${n}` })
    const count = async (query: string): Promise<unknown> => {
      const answer = await host.send('get', `/hooks/incoming${query}`, 'alice')
      return (answer.body as unknown[]).length
    }
    expect(await count('')).to.equal(60)
    expect(await count('?per_page=1000')).to.equal(200)
  })

  it('include_total_count wraps the list', async () => {
    const { send, webhookOf } = adminHost()
    const empty = await send('get', '/hooks/incoming?include_total_count=true', 'bob')
    expect(empty.body).to.deep.equal({ incoming_webhooks: [], total_count: 0 })
    await webhookOf('alice')
    await webhookOf('alice')
    const answer = await send('get', '/hooks/incoming?include_total_count=true&per_page=1', 'alice')
    expect(answer.body).to.have.property('total_count', 2)
    expect(answer.body).to.have.property('incoming_webhooks').with.length(1)
  })

  it('the picker lists what the caller may choose, without direct channels', async () => {
    const { send } = adminHost()
    const ids = async (query: string): Promise<unknown> => {
      const answer = await send('get', `/hooks/incoming/channels${query}`, 'bob')
      return (answer.body as { id: string }[]).map((channel) => channel.id)
    }
    expect(await ids('')).to.deep.equal(['alerts', 'off-topic', 'private-in', 'elsewhere'])
    expect(await ids('?q=ALER')).to.deep.equal(['alerts'])
    const answer = await send('get', '/hooks/incoming/channels?q=private-in', 'bob')
    expect(answer.body).to.deep.equal([
      {
        id: 'private-in',
        team_id: 'main',
        type: 'P',
        name: 'private-in',
        display_name: 'PRIVATE-IN',
      },
    ])
    expect(await ids('?q=private-out')).to.deep.equal([])
    expect((await send('get', '/hooks/incoming/channels?q=%00', 'bob')).status).to.equal(400)
  })

  it('a deleted webhook is gone, with its recent requests', async () => {
    const { send, webhookOf, deliveryLog } = adminHost()
    const { id } = await webhookOf('alice')
    deliveryLog.add(deliveryOf({ webhookId: id }))
    const answer = await send('delete', `/hooks/incoming/${id}`, 'alice')
    expect(answer.body).to.deep.equal({ status: 'OK' })
    expect(await deliveryLog.list({ webhookIds: [id] }, { offset: 0, limit: 9 })).to.have.length(0)
    expect((await send('get', `/hooks/incoming/${id}`, 'alice')).status).to.equal(404)
    expect((await send('delete', `/hooks/incoming/${id}`, 'alice')).status).to.equal(404)
  })

  it('deliveries are shown under their wire names', async () => {
    const { send, webhookOf, deliveryLog, clock } = adminHost()
    const { id } = await webhookOf('alice')
    const warnings = [{ path: 'thread_ts', reason: 'not supported' }]
    deliveryLog.add(
      deliveryOf({
        webhookId: id,
        share: 'refused',
        time: clock.now,
        outcome: 'refused',
        requestId: 'r-1',
        status: 404,
        errorId: 'web.incoming_webhook.channel.app_error',
        message: "Couldn't find the channel",
        detail: 'channel',
        warnings,
        ignored: ['mrkdwn'],
        size: 12,
        userAgent: 'curl',
        contentType: 'application/json',
        headers: ['content-type: application/json'],
        duration: 2.5,
        response: '{}',
        format: 'grafana',
        event: 'firing',
        facts: { state: 'open', severity: 'critical' },
        digest: 'ab',
        beside: '',
        address: '192.0.2.0/24',
      }),
    )
    const answer = await send('get', `/hooks/incoming/${id}/deliveries`, 'alice')
    expect(answer.body).to.deep.equal([
      {
        id: 'd',
        hook_id: id,
        time: clock.now,
        outcome: 'refused',
        incident: '',
        facts: { state: 'open', severity: 'critical' },
        digest: 'ab',
        beside: '',
        waited: 0,
        address: '192.0.2.0/24',
        rules: [],
        replay_of: null,
        is_old_key: false,
        delivered_by: null,
        request_id: 'r-1',
        status: 404,
        error_id: 'web.incoming_webhook.channel.app_error',
        message: "Couldn't find the channel",
        detail: 'channel',
        warnings,
        ignored: ['mrkdwn'],
        size: 12,
        user_agent: 'curl',
        content_type: 'application/json',
        headers: ['content-type: application/json'],
        duration: 2.5,
        response: '{}',
        post_ids: [],
        actions: [],
        posted_to: null,
        replayed: false,
        format: 'grafana',
        event: 'firing',
        skipped: false,
      },
    ])
  })

  it('a test names webhook and tester, and answers its posts', async () => {
    const { send, webhookOf } = adminHost()
    const { id } = await webhookOf('alice')
    const answer = await send('post', `/hooks/incoming/${id}/test`, 'admin')
    expect(answer.body).to.deep.equal({ status: 'OK', post_ids: ['test of CI by admin.name'] })
    const path = `/hooks/incoming/${id}/test`
    const worded = await send('post', path, 'alice', { text: ' hello ' })
    expect(worded.body).to.deep.include({ post_ids: ['test of CI by alice.name: hello'] })
    for (const text of [5, 'x'.repeat(4_001)]) {
      expect((await send('post', path, 'alice', { text })).status).to.equal(400)
    }
  })

  it('switching off and on is idempotent and keeps the record', async () => {
    const { send, webhookOf } = adminHost()
    const webhook = await webhookOf('alice')
    for (const [action, enabled] of [
      ['disable', false],
      ['disable', false],
      ['enable', true],
      ['enable', true],
    ] as const) {
      const answer = await send('post', `/hooks/incoming/${webhook.id}/${action}`, 'alice')
      expect(answer.status).to.equal(200)
      expect(answer.body).to.include({ enabled, key: webhook.key, display_name: 'CI' })
    }
  })

  it('a new signing secret replaces the old one, which may sign beside it for some time', async () => {
    const { send, webhookOf, clock } = adminHost()
    const { id, ...before } = await webhookOf('alice')
    const path = `/hooks/incoming/${id}/regen_signing_secret`
    const first = await send('post', path, 'alice', { overlap_seconds: 600 })
    expect(first.status).to.equal(200)
    expect(first.body).to.have.property('key', before.key)
    expect(first.body)
      .to.have.property('signing_secret')
      .that.matches(/^whsec_/)
    expect(first.body).to.have.deep.property('previous_signing_secret', {
      expires_at: clock.now + 600_000,
    })
    clock.now += 600_000
    const later = await send('get', `/hooks/incoming/${id}`, 'alice')
    expect(later.body).to.have.property('previous_signing_secret', null)
    const second = await send('post', path, 'alice', undefined)
    expect(second.status).to.equal(200)
    expect(second.body).to.have.property('previous_signing_secret', null)
    const refused = await send('post', path, 'alice', { overlap_seconds: 86_401 })
    expect(refused.status).to.equal(400)
  })

  it('a regenerated key replaces the old one, which may live on', async () => {
    const { send, webhookOf, clock } = adminHost()
    const { id, key } = await webhookOf('alice')
    const path = `/hooks/incoming/${id}/regen_key`
    const first = await send('post', path, 'alice', { overlap_seconds: 600 })
    expect(first.status).to.equal(200)
    expect(first.body).to.have.property('key').that.matches(KEY).and.does.not.equal(key)
    expect(first.body).to.have.deep.property('previous_key', {
      key_hint: key.slice(-4),
      expires_at: clock.now + 600_000,
      last_used: 0,
    })
    clock.now += 600_000
    const later = await send('get', `/hooks/incoming/${id}`, 'alice')
    expect(later.body).to.have.property('previous_key', null)
    for (const overlap_seconds of [-1, 86_401, 1.5, '60', true]) {
      const refused = await send('post', path, 'alice', { overlap_seconds })
      expect(refused.status).to.equal(400)
      expect(refused.body).to.have.property(
        'message',
        'Invalid or missing overlap_seconds in request body.',
      )
    }
    expect((await send('post', path, 'alice')).status, 'without a body').to.equal(200)
  })

  it('an administrator switches off the webhook of a leaked key', async () => {
    const { send, webhookOf } = adminHost()
    const { id, key } = await webhookOf('alice')
    const answer = await send('post', '/hooks/incoming/revoke', 'admin', { key })
    expect(answer.status).to.equal(200)
    expect(answer.body).to.include({ id, enabled: false })
    const unknown = { key: `${key.slice(0, -1)}!` }
    expect((await send('post', '/hooks/incoming/revoke', 'admin', unknown)).status).to.equal(404)
    expect((await send('post', '/hooks/incoming/revoke', 'admin', {})).status).to.equal(400)
  })

  it('a changed secret hides keys and URLs, and nothing else', async () => {
    const { send, webhookOf } = adminHost({ cipher: { seal: () => 'sealed', open: () => null } })
    const { id } = await webhookOf('alice')
    const answer = await send('get', `/hooks/incoming/${id}`, 'alice')
    expect(answer.body).to.include({ id, key: null, url: null, display_name: 'CI' })
  })

  const methods: readonly [Method, string, string][] = [
    ['put', '/hooks/incoming', 'GET, HEAD, POST'],
    ['post', '/hooks/incoming/channels', 'GET, HEAD'],
    ['get', '/hooks/incoming/revoke', 'POST'],
    ['post', '/hooks/incoming/abc', 'GET, HEAD, PUT, DELETE'],
    ['patch', '/hooks/incoming/abc', 'GET, HEAD, PUT, DELETE'],
    ['get', '/hooks/incoming/abc/regen_key', 'POST'],
    ['put', '/config', 'GET, HEAD'],
    ['get', '/config/patch', 'PUT'],
    ['delete', '/logs', 'GET, HEAD'],
  ]
  for (const [method, path, allow] of methods) {
    it(`do not allow ${method} of ${path}`, async () => {
      const answer = await adminHost().send(method, path, 'admin')
      expect(answer.status).to.equal(405)
      expect(answer.headers).to.include({ allow, 'cache-control': 'no-store' })
      expect(answer.body).to.include({ id: 'api.context.method_not_allowed.app_error' })
      expect(answer.text).to.include('"detailed_error":"use ')
    })
  }
})

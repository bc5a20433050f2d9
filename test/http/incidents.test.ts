import { expect } from 'chai'
import request from 'supertest'
import type { IncomingWebhook } from 'express-incoming-webhooks'
import { renderText } from '../../lib/render/index.js'
import { hookHost, type HookHost, id, NOW } from '../support/hook-host.js'

function managed(webhook: Partial<IncomingWebhook> = {}): HookHost {
  const users = new Map([
    ['alice', id('alice')],
    ['admin', id('admin')],
  ])
  const host: HookHost = hookHost({
    webhook,
    options: {
      currentUser: (req) => {
        const name = users.get(req.get('as') ?? '')
        return name === undefined ? null : (host.adapters.host.users.get(name) ?? null)
      },
    },
  })
  host.app.use('/api/v4', host.webhooks.adminRouter)
  return host
}

async function incidents(
  host: HookHost,
  query = '',
): Promise<{ incidents: object[]; total_count: number }> {
  const { text } = await request(host.app)
    .get(`/api/v4/hooks/incoming/${id('hook')}/incidents${query}`)
    .set('as', 'alice')
    .expect(200)
  return JSON.parse(text) as { incidents: object[]; total_count: number }
}

async function report(host: HookHost, key: string, state: string): Promise<void> {
  await request(host.app)
    .post(host.path)
    .set({ 'Correlation-Key': key, 'Correlation-State': state })
    .send({ text: `**${key}** is ${state}\nand more` })
    .expect(200)
}

describe('the incidents of a webhook', () => {
  it('are none at first', async () => {
    expect(await incidents(managed())).to.deep.equal({ incidents: [], total_count: 0 })
  })

  it('keep how bad their program called them, where a later report only has the state', async () => {
    const host = managed()
    const event = { routing_key: 'R', dedup_key: 'lag' }
    const payload = { summary: 'Replica lag', source: 'db-7', severity: 'critical' }
    for (const more of [{ event_action: 'trigger', payload }, { event_action: 'acknowledge' }]) {
      await request(host.app)
        .post(`${host.path}/v2/enqueue`)
        .send({ ...event, ...more })
        .expect(202)
    }
    expect(JSON.stringify(await incidents(host))).to.match(
      /"title":"Replica lag".*"history":\[\{[^}]*"level":"Critical"[^}]*\},\{"state":"acknowledged"[^}]*"level":""/,
    )
    const [post] = host.posts()
    expect(renderText(post ?? { message: '' })).to.match(
      /^Acknowledged: Replica lag\n[^]*\nOpened [-\d]+ \d\d:\d\d \(Critical\) · Acknowledged /,
    )
  })

  it('open again with an alert that began before the others ended, and not with a late repeat', async () => {
    const host = managed()
    const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString()
    const many = Array.from({ length: 60 }, (_, n) => `alert-${n}`)
    const states: unknown[] = []
    for (const [minute, status, startsAt, names] of [
      [1, 'firing', at(0), many],
      [5, 'resolved', at(0), many],
      [6, 'firing', at(0), many.slice(50)],
      [7, 'firing', at(4), ['one more', ...many.slice(50)]],
      [8, 'resolved', at(4), ['one more']],
      [9, 'firing', at(4), ['one more']],
    ] as const) {
      host.clock.now = NOW + minute * 60_000
      const endsAt = status === 'resolved' ? at(minute) : '0001-01-01T00:00:00Z'
      const alerts = names.map((fingerprint) => ({
        status,
        fingerprint,
        labels: { alertname: 'Disk', host: fingerprint },
        startsAt,
        endsAt,
      }))
      const group = { version: '4', groupKey: 'disk', status, groupLabels: {}, alerts }
      await request(host.app).post(`${host.path}/alertmanager`).send(group).expect(200)
      const [found] = (await incidents(host)).incidents
      states.push(found && Reflect.get(found, 'state'))
    }
    expect(states).to.deep.equal(['open', 'closed', 'closed', 'open', 'closed', 'closed'])
  })

  it('are listed with the facts of each', async () => {
    const host = managed()
    await report(host, 'disk', 'open')
    host.clock.now += 60_000
    await report(host, 'disk', 'closed')
    const [post] = host.posts()
    expect(await incidents(host)).to.deep.equal({
      incidents: [
        {
          key: 'disk',
          title: 'disk is closed',
          state: 'closed',
          count: 2,
          since: NOW,
          until: NOW + 60_000,
          last_event_at: NOW + 60_000,
          history: [
            { state: 'open', at: NOW, by: '', level: '', title: 'disk is open' },
            { state: 'closed', at: NOW + 60_000, by: '', level: '', title: '' },
          ],
          channel_id: id('alerts'),
          post_id: post?.id,
          permalink: `https://chat.example/main/pl/${post?.id ?? ''}`,
        },
      ],
      total_count: 1,
    })
  })

  it('are listed where a rule has put their posts, for those who can read it', async () => {
    const rules = [{ when: {}, then: { channel: id('private-in') } }] as const
    const host = managed({ rules })
    await report(host, 'disk', 'open')
    expect(host.posts()[0]?.channel_id).to.equal(id('private-in'))
    const [listed] = (await incidents(host)).incidents
    expect(listed).to.include({ key: 'disk', channel_id: id('private-in') })
    host.adapters.host.members.get(id('private-in'))?.delete(id('alice'))
    expect((await incidents(host)).incidents).to.deep.equal([])
  })

  it('are called by names without characters that change how the rest is shown', async () => {
    const host = managed()
    const summary = 'Disk full on db\u202e1-\u0007 \u001b[31mred'
    await request(host.app)
      .post(`${host.path}/pagerduty-events`)
      .send({ event_action: 'trigger', dedup_key: 'disk', payload: { summary, severity: 'error' } })
      .expect(202)
    const [incident] = (await incidents(host)).incidents
    expect(incident).to.include({ title: 'Disk full on db1- red' })
  })

  it('are called by the first line of their post, without marks and addresses', async () => {
    const host = managed()
    await request(host.app)
      .post(host.path)
      .set('Correlation-Key', 'disk')
      .send({ text: '\n**[Disk](https://a.test/x) full** on `db-1`\nmore' })
      .expect(200)
    const [incident] = (await incidents(host)).incidents
    expect(incident).to.include({ title: 'Disk full on db-1' })
  })

  it('come in pages, the one of the latest event first', async () => {
    const host = managed()
    for (const key of ['a', 'b', 'c']) {
      host.clock.now += 1
      await report(host, key, 'open')
    }
    const keys = async (query: string): Promise<unknown> => {
      const page = await incidents(host, query)
      return page.incidents.map((incident) => Reflect.get(incident, 'key') as unknown)
    }
    expect(await keys('?per_page=2')).to.deep.equal(['c', 'b'])
    expect(await keys('?per_page=2&page=1')).to.deep.equal(['a'])
  })

  it('have no address when their post has been deleted', async () => {
    const host = managed()
    await report(host, 'disk', 'open')
    host.adapters.host.posts.clear()
    const [incident] = (await incidents(host)).incidents
    expect(incident).to.include({ permalink: '' })
  })

  it('are called by no key that their sender wrote', async () => {
    const host = managed()
    const url = `https://chat.example${host.path}`
    await request(host.app)
      .post(host.path)
      .set('Correlation-Key', url)
      .send({ text: `Sent to ${url}` })
      .expect(200)
    const { incidents: listed } = await incidents(host)
    expect(JSON.stringify(listed)).to.include('[redacted]').and.not.include(host.key)
    expect(listed[0]).to.deep.include({ title: 'Sent to https://chat.example/hooks/[redacted]' })
  })

  it('are unknown to their owner who has left the private channel', async () => {
    const host = managed()
    const { app, adapters, webhooks } = host
    const path = `/api/v4/hooks/incoming/${id('hook')}`
    const get = (as: string, end: string): request.Test =>
      request(app)
        .get(path + end)
        .set('as', as)
    await report(host, 'open', 'open')
    await webhooks.manage.update(id('alice'), id('hook'), { channelId: id('private-in') })
    await report(host, 'secret', 'open')
    expect((await incidents(host)).incidents).to.have.lengthOf(2)
    adapters.host.members.get(id('private-in'))?.delete(id('alice'))
    const gone = await get('alice', '/incidents').expect(404)
    expect(gone.body).to.deep.include({ id: 'app.channel.get.existing.app_error' })
    const record = await get('alice', '').expect(200)
    expect(record.text).to.not.include('PRIVATE-IN')
    await get('admin', '/incidents').expect(200)
    await get('alice', '/deliveries').expect(200)
    await webhooks.manage.update(id('alice'), id('hook'), { channelId: id('alerts') })
    expect(await incidents(host)).to.have.nested.property('incidents.length', 1)
  })

  it('are unknown to others', async () => {
    const host = managed()
    await request(host.app)
      .get(`/api/v4/hooks/incoming/${id('hook')}/incidents`)
      .expect(401)
  })
})

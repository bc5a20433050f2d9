import { expect } from 'chai'
import request from 'supertest'
import { hookHost, NOW } from '../support/hook-host.js'
import {
  send,
  sendFixture,
  alerts,
  incident,
  pagerduty,
  pipeline,
  rootsOf,
  repliesOf,
  messagesOf,
  incidentOf,
  hostWith,
} from './incident-reports.js'

describe('several events of one incident', () => {
  it('last as long as the title says where only the end of an alert arrives', async () => {
    const host = hostWith()
    const [, resolved] = alerts()
    if (!resolved) throw new Error('no recordings')
    host.clock.now = Date.parse('2026-09-19T10:42:00Z')
    await sendFixture(host, resolved)
    const [root] = rootsOf(host)
    expect(root?.message).to.include('after 41 min')
    const [since, until] = [Date.parse('2026-09-19T10:01:00Z'), Date.parse('2026-09-19T10:42:00Z')]
    expect(incidentOf(root)).to.deep.equal({
      title: 'DiskAlmostFull',
      state: 'closed',
      count: 1,
      since,
      until,
      history: [
        { state: 'open', at: since },
        { state: 'closed', at: until },
      ],
    })
  })

  it('last as long as the title says where the program says when they began', async () => {
    const host = hostWith()
    host.clock.now = Date.parse('2026-09-19T11:00:00Z')
    const beat = (status: number, time: string): object => ({
      heartbeat: { status, time, msg: 'x', lastDownTime: '2026-09-19T10:00:00Z' },
      monitor: { id: 1, name: 'Shop' },
      msg: 'x',
    })
    await send(host, beat(0, '2026-09-19T10:05:00Z')).expect(200)
    await send(host, beat(1, '2026-09-19T10:41:00Z')).expect(200)
    const [root] = rootsOf(host)
    expect(root?.message).to.include('after 41 min')
    expect(incidentOf(root)).to.deep.include({
      since: Date.parse('2026-09-19T10:00:00Z'),
      until: Date.parse('2026-09-19T10:41:00Z'),
    })
  })

  const legacy = (state: string): object => {
    return {
      ruleId: 7,
      ruleName: 'Zeta rule',
      title: `[${state}] Zeta rule`,
      state,
      evalMatches: [],
    }
  }
  const pull = (action: string): object => ({
    action,
    pull_request: { number: 5, title: 'Fix leak', merged: action === 'closed' },
    repository: { full_name: 'octo/app' },
    sender: { login: 'jo' },
  })
  const run = (status: string): object => ({ ...pipeline(7, status), user: { name: 'jo' } })
  const component = (now: string): object => ({
    page: { id: 'p', status_description: '' },
    component_update: { new_status: now, old_status: 'operational' },
    component: { id: 'c', name: 'API' },
  })
  const TITLES: readonly (readonly [string, string, object, object, title: string])[] = [
    ['grafana', '', legacy('alerting'), legacy('ok'), 'Zeta rule'],
    ['github', 'pull_request', pull('opened'), pull('closed'), '#5 Fix leak'],
    ['gitlab', '', run('failed'), run('success'), 'Pipeline #7 on main'],
    ['statuspage', '', component('major_outage'), component('operational'), 'API'],
  ]
  for (const [format, event, opening, closing, title] of TITLES) {
    it(`have a title without their state: ${title}`, async () => {
      const host = hostWith({ together: 'edit', format })
      const sending = event === '' ? {} : { headers: { 'X-GitHub-Event': event } }
      for (const body of [opening, closing]) await send(host, body, sending).expect(200)
      const [root] = rootsOf(host)
      expect(incidentOf(root)).to.deep.include({ title, state: 'closed' })
      expect(JSON.stringify(incidentOf(root))).not.to.match(/merged|Alerting|failed|outage/)
    })
  }

  it('have a title without the mark of a quotation', async () => {
    const host = hostWith()
    await send(host, { text: '> The backup failed' }, incident('open'))
    expect(incidentOf(rootsOf(host)[0])).to.include({ title: 'The backup failed' })
  })

  it('keep their summary where only the key is sent, in the colour of the state', async () => {
    const host = hostWith()
    const events = { routing_key: 'r', dedup_key: 'd1' }
    const payload = { summary: 'CPU high', source: 'web-1', severity: 'critical' }
    await send(host, { ...events, event_action: 'trigger', payload })
    await send(host, { ...events, event_action: 'resolve' })
    const [root] = rootsOf(host)
    expect(root?.message).to.include('CPU high')
    expect(root?.props['attachments']).to.have.nested.property('[0].color', 'good')
    expect(
      repliesOf(host)
        .map(({ message }) => message)
        .join(),
    ).to.include('Resolved')
  })

  it('head their post with the state where only the key is sent', async () => {
    const host = hostWith()
    const events = { routing_key: 'r', dedup_key: 'd_1' }
    const payload = { summary: 'CPU *high*', source: 'web-1', severity: 'error' }
    await send(host, { ...events, event_action: 'trigger', payload })
    const message = rootsOf(host)[0]?.message ?? ''
    expect(message).to.match(/^\*\*Error: CPU/)
    await send(host, { ...events, event_action: 'resolve' })
    expect(messagesOf(rootsOf(host))).to.deep.equal([message.replace('Error', 'Resolved')])
    expect(incidentOf(rootsOf(host)[0])).to.include({ title: 'CPU *high*', state: 'closed' })
  })

  it('keep what was said first, and who took care of it', async () => {
    const host = hostWith()
    await send(host, { text: 'The backup of *db-1* failed' }, incident('open'))
    host.clock.now += 5 * 60_000
    await send(host, { text: 'maria looks at it' }, incident('acknowledged'))
    const [root] = rootsOf(host)
    expect(incidentOf(root)).to.deep.include({
      title: 'maria looks at it',
      history: [
        { state: 'open', at: NOW, title: 'The backup of db-1 failed' },
        { state: 'acknowledged', at: NOW + 5 * 60_000 },
      ],
    })
    const taken = { title: 'Disk full' }
    const by = { agent: { type: 'user_reference', summary: 'Nora Vale' } }
    const { event } = pagerduty('acknowledged', taken) as { event: object }
    await send(host, pagerduty('triggered', taken))
    await send(host, { event: { ...event, ...by, occurred_at: '2026-01-01T00:01:00Z' } })
    const shown = incidentOf(rootsOf(host).find(({ message }) => message.includes('Disk full')))
    expect(shown).to.have.nested.property('history[1].by', 'Nora Vale')
  })

  it('keep what each report was called while the incident is open, but not progress', async () => {
    const host = hostWith()
    for (const [text, state] of [
      ['A', 'open'],
      ['B', 'open'],
      ['C', ''],
      ['40 %', 'update'],
      ['60 %', 'update'],
      ['D', 'closed'],
    ] as const) {
      await send(host, { text }, incident(state))
    }
    expect(incidentOf(rootsOf(host)[0])).to.deep.include({
      title: 'D',
      history: [
        { state: 'open', at: NOW, title: 'A' },
        { state: 'update', at: NOW, title: 'B' },
        { state: 'update', at: NOW, title: 'C' },
        { state: 'closed', at: NOW },
      ],
    })
  })

  const LINES = [
    [
      'markdown',
      'Opened 2026-09-20 10:26: a \\*b\\* · Acknowledged 10:31: a \\*b\\*, still · Resolved 10:36 (UTC)',
    ],
    [
      'text',
      'Opened 2026-09-20 10:26: a *b* · Acknowledged 10:31: a *b*, still · Resolved 10:36 (UTC)',
    ],
  ] as const
  for (const [show, line] of LINES) {
    it(`tell their history below the text of a host that shows ${show}`, async () => {
      const host = hookHost({ options: { show } })
      host.clock.now = Date.parse('2026-09-20T10:26:00Z')
      await send(host, { text: 'a `*b*`' }, incident('open'))
      expect(messagesOf(rootsOf(host)).join()).not.to.include('Opened')
      for (const [state, text] of [
        ['acknowledged', 'a `*b*`, still'],
        ['closed', 'over'],
      ] as const) {
        host.clock.now += 5 * 60_000
        await send(host, { text }, incident(state))
      }
      expect(messagesOf(rootsOf(host))).to.deep.equal([`over\n\n${line}`])
    })
  }

  for (const length of [690, 1_000]) {
    it(`have their history below a text of ${length} characters, where a post has 1,000`, async () => {
      const host = hookHost({ options: { show: 'text', maxPostLength: 1_000 } })
      const text = 'c'.repeat(length)
      await send(host, { text }, incident('open'))
      for (const state of ['acknowledged', 'closed', 'open', 'closed']) {
        await send(host, { text }, incident(state))
      }
      const [root] = rootsOf(host)
      expect(root?.message).to.match(/\n\nOpened .+ · Resolved \d\d:\d\d \(UTC\)$/)
      const told = host.posts().map(({ message }) => message.replace(/\n\nOpened .+$/, ''))
      expect(told.slice(0, 2).join('')).to.equal(text)
      for (const { message } of host.posts()) expect(message.length).to.be.at.most(1_000)
    })
  }

  it('tell less of a long history, so that it is not left out', async () => {
    const host = hookHost({ options: { show: 'text', maxPostLength: 1_000 } })
    for (let index = 0; index < 20; index += 1) {
      const text = `${index} ${'long '.repeat(60)}`
      await send(host, { text }, incident(index % 2 === 0 ? 'open' : 'closed'))
    }
    const [, line = ''] = rootsOf(host)[0]?.message.split('\n\n') ?? []
    expect(line).to.match(/^Opened .+ · 18 more changes · Resolved .+ \(UTC\)$/)
    expect(line.length).to.be.at.most(400)
  })

  it('have their history below a block of code that their sender did not close', async () => {
    const host = hookHost({ options: { show: 'markdown' } })
    for (const state of ['open', 'closed']) {
      await send(host, { text: `Log:\n\`\`\`\n${state}` }, incident(state))
    }
    const [message = ''] = messagesOf(rootsOf(host))
    expect(message).to.match(/^Log:\n```\nclosed\n```\n\nOpened .+ · Resolved/)
  })

  it('cannot have an entry of their history that is a title', async () => {
    const host = hookHost({ options: { show: 'text' } })
    const forged = 'x · Resolved 9:00 by root\u202e'
    await send(host, { text: forged }, incident('open'))
    await send(host, { text: 'over' }, incident('closed'))
    expect(messagesOf(rootsOf(host))[0]?.split(' · ')).to.have.lengthOf(2)
    expect(messagesOf(rootsOf(host))[0]).to.include(': x, Resolved 9:00 by root · Resolved')
  })

  it('keep their history where their sender changes the post by its id', async () => {
    const host = hookHost({ options: { show: 'text' } })
    await send(host, { text: 'A' }, incident('open'))
    await send(host, { text: 'B' }, incident('closed'))
    const [root] = rootsOf(host)
    const line = root?.message.slice('B\n\n'.length)
    const patch = (body: object): request.Test =>
      request(host.app)
        .patch(`${host.path}/posts/${root?.id ?? ''}`)
        .send(body)
    await patch({ text: 'better' }).expect(200)
    expect(messagesOf(rootsOf(host))).to.deep.equal([`better\n\n${line ?? ''}`])
    await send(host, { text: 'C' }, incident('closed'))
    expect(messagesOf(rootsOf(host))[0]).to.match(/^C\n\nOpened [^\n]+$/)
  })
})

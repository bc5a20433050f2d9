import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import request from 'supertest'
import type { ClientPost } from 'express-incoming-webhooks'
import { formatFixtures, type FormatFixture } from '../support/format-requests.js'
import { type HookHost, hookHost, type HookHostOptions, NOW } from '../support/hook-host.js'

const HOUR = 3_600_000

interface Sending {
  readonly headers?: Readonly<Record<string, string>>
  readonly query?: string
}

function send(host: HookHost, body: object, { headers = {}, query = '' }: Sending = {}) {
  return request(host.app).post(`${host.path}${query}`).set(headers).send(body)
}

async function sendFixture(host: HookHost, fixture: FormatFixture): Promise<void> {
  await request(host.app)
    .post(`${host.path}/${fixture.format}`)
    .set({ ...fixture.headers })
    .type(fixture.contentType ?? 'application/json')
    .send(fixture.body)
    .expect(200)
}

/** An alert of Alertmanager, recorded firing and resolved. */
function alerts(): readonly FormatFixture[] {
  const name = 'alertmanager--made-alertmanager-diskalmostfull'
  return formatFixtures().filter((fixture) => fixture.name.startsWith(name))
}

function incident(state: string, key = 'disk-1'): Sending {
  const said: Record<string, string> = state === '' ? {} : { 'Correlation-State': state }
  return { headers: { 'Correlation-Key': key, ...said } }
}

/** As receivers of Alertmanager without settings of their own send it. */
function alertOf(receiver: 'slack' | 'mattermost', title: string): object {
  const link = `https://am.example/#/alerts?receiver=${receiver}`
  const attachment = {
    title,
    title_link: link,
    text: receiver === 'slack' ? '' : '# Alerts\n\nLabels:\n  - alertname = DiskFull',
    fallback: `${title} | ${link}`,
    color: title.startsWith('[RESOLVED]') ? 'good' : 'danger',
  }
  const ofSlack = { callback_id: '', footer: '', mrkdwn_in: ['fallback', 'pretext', 'text'] }
  return {
    username: 'Alertmanager',
    attachments: [{ ...attachment, ...(receiver === 'slack' ? ofSlack : {}) }],
  }
}

function pagerduty(event: string, data: object): object {
  return {
    event: {
      event_type: `incident.${event}`,
      occurred_at: '2026-01-01T00:00:00Z',
      data: { id: 'Q1', ...data },
    },
  }
}

/** A pipeline of GitLab, which is shown only if it fails. */
function pipeline(id: number, status: string): object {
  return {
    object_kind: 'pipeline',
    object_attributes: { id, status, ref: 'main', finished_at: '2026-01-01 00:10:00 UTC' },
    project: { path_with_namespace: 'shop/app', web_url: 'https://gitlab.example/shop/app' },
  }
}

function rootsOf(host: HookHost): readonly ClientPost[] {
  return host.posts().filter(({ root_id }) => root_id === '')
}

function repliesOf(host: HookHost): readonly ClientPost[] {
  return host.posts().filter(({ root_id }) => root_id !== '')
}

function messagesOf(posts: readonly ClientPost[]): readonly string[] {
  return posts.map(({ message }) => message)
}

function incidentOf(post: ClientPost | undefined): unknown {
  return post?.props['webhook_incident']
}

function hostWith(webhook: HookHostOptions['webhook'] = {}): HookHost {
  return hookHost({ webhook })
}

describe('several events of one incident', () => {
  it('are one post of an alert, with a reply when it is resolved', async () => {
    const host = hostWith()
    const [firing, resolved] = alerts()
    if (!firing || !resolved) throw new Error('no recordings')
    for (const fixture of [firing, firing, resolved, resolved]) await sendFixture(host, fixture)
    const [root, ...others] = rootsOf(host)
    expect(others).to.deep.equal([])
    expect(incidentOf(root)).to.include({ state: 'closed', count: 2 })
    expect(messagesOf(repliesOf(host))).to.deep.equal([root?.message])
    expect(repliesOf(host)[0]?.root_id).to.equal(root?.id)
  })

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

  it('are a post each where the owner wants it so', async () => {
    const host = hostWith({ together: 'off' })
    for (const fixture of alerts()) await sendFixture(host, fixture)
    expect(rootsOf(host)).to.have.lengthOf(alerts().length)
    expect(incidentOf(rootsOf(host)[0])).to.equal(undefined)
  })

  const ways: readonly (readonly [string, HookHostOptions['webhook'], object, Sending])[] = [
    ['the header', {}, {}, { headers: { 'Correlation-Key': 'disk' } }],
    ['the query', {}, {}, { query: '?incident=disk' }],
    ['the name that the query had in 0.9', {}, {}, { query: '?thing=disk' }],
    ['a member of the body', {}, { correlation_key: 'disk' }, {}],
    ['the path that the owner gave', { incidentPath: 'alert.id' }, { alert: { id: 7 } }, {}],
  ]
  for (const [way, webhook, member, sending] of ways) {
    it(`are known by ${way}`, async () => {
      const host = hostWith(webhook)
      await send(host, { text: 'one', ...member }, sending).expect(200, 'ok')
      await send(host, { text: 'two', ...member }, sending).expect(200, 'ok')
      await send(host, { text: 'another' }).expect(200, 'ok')
      expect(messagesOf(host.posts())).to.deep.equal(['two', 'another'])
    })
  }

  it('say their state in headers or in the query', async () => {
    const host = hostWith()
    await send(host, { text: 'one' }, { query: '?incident=a&state=acknowledged' })
    await send(host, { text: 'two' }, { ...incident('closed', 'a') })
    expect(incidentOf(rootsOf(host)[0])).to.include({ state: 'closed', count: 2 })
  })

  for (const [name, value] of [
    ['Correlation-Key', 'two words'],
    ['Correlation-Key', ''],
    ['Correlation-State', 'burning'],
  ] as const) {
    it(`are refused with ${name}: ${value}`, async () => {
      const sending = { headers: { 'Correlation-Key': 'a', [name]: value } }
      const { text: answer } = await send(hostWith(), { text: 'one' }, sending).expect(400)
      expect(answer).to.include(`${name}: expected`)
    })
  }

  it('change nothing when they are repeated', async () => {
    const host = hostWith({ together: 'reply' })
    await send(host, { text: 'disk full' }, incident('open'))
    const before = host.posts()
    await send(host, { text: 'disk full' }, incident('open')).expect(200, 'ok')
    expect(host.posts()).to.deep.equal(before)
  })

  it('are edits without replies where the owner wants no replies', async () => {
    const host = hostWith({ together: 'edit' })
    for (const state of ['open', 'acknowledged', 'closed']) {
      await send(host, { text: `disk ${state}` }, incident(state))
    }
    expect(messagesOf(host.posts())).to.deep.equal(['disk closed'])
  })

  it('notify in their first post and in replies, and never by an edit', async () => {
    const host = hostWith({ together: 'edit' })
    await send(host, { text: 'disk' }, incident('open'))
    await send(host, { text: 'disk @bob' }, incident('closed'))
    expect(
      [...host.adapters.host.posts.values()].map(({ mentions }) => mentions.userIds),
    ).to.deep.equal([[]])
  })

  it('tell the host of edits and of posts', async () => {
    const told: string[] = []
    const onPosts = ({ change, posts }: { change: string; posts: readonly unknown[] }): void => {
      told.push(`${change} ${posts.length}`)
    }
    const host = hookHost({ options: { onPosts } })
    await send(host, { text: 'disk' }, incident('open'))
    await send(host, { text: 'disk again' }, incident('open'))
    await send(host, { text: 'fine' }, incident('closed'))
    expect(told).to.deep.equal(['posted 1', 'edited 1', 'edited 1', 'posted 1'])
  })

  it('say in the receipt what was done', async () => {
    const host = hostWith({ together: 'reply' })
    const done = async (text: string, state: string): Promise<unknown> => {
      const { text: answer } = await send(
        host,
        { text },
        { ...incident(state), query: '?wait=true' },
      )
      return (JSON.parse(answer) as { posts: { action: string }[] }).posts.map(
        ({ action }) => action,
      )
    }
    expect(await done('one', 'open')).to.deep.equal(['created'])
    expect(await done('one', 'open')).to.deep.equal(['unchanged'])
    expect(await done('two', 'open')).to.deep.equal(['edited'])
    expect(await done('three', 'closed')).to.deep.equal(['edited', 'replied'])
  })

  it('are one post when they come at once', async () => {
    const host = hookHost({
      // Slow, so that all of them have looked before the first is stored.
      adapt: ({ posts, ...adapters }) => ({
        ...adapters,
        posts: {
          ...posts,
          createBatch: async (batch) => {
            await setImmediate()
            return posts.createBatch(batch)
          },
        },
      }),
    })
    const sent = Array.from({ length: 10 }, () => send(host, { text: 'disk' }, incident('open')))
    expect((await Promise.all(sent)).map(({ status }) => status)).to.deep.equal(
      new Array(10).fill(200),
    )
    expect(rootsOf(host)).to.have.lengthOf(1)
  })

  it('are a new post when the first has been deleted', async () => {
    const host = hostWith()
    await send(host, { text: 'disk' }, incident('open'))
    for (const { id } of host.posts()) host.adapters.host.posts.delete(id)
    await send(host, { text: 'disk is fine' }, incident('closed'))
    expect(messagesOf(host.posts())).to.deep.equal(['disk is fine'])
  })

  it('are a new post, linked to the old one, an hour after the closing', async () => {
    const host = hostWith()
    await send(host, { text: 'disk' }, incident('open'))
    await send(host, { text: 'fine' }, incident('closed'))
    host.clock.now += HOUR
    await send(host, { text: 'again' }, incident('open'))
    expect(rootsOf(host)).to.have.lengthOf(1)
    await send(host, { text: 'fine again' }, incident('closed'))
    host.clock.now += HOUR + 1
    await send(host, { text: 'once more' }, incident('open'))
    const [old, fresh] = rootsOf(host)
    expect(fresh?.message).to.equal(
      `once more\n\n[The last time](https://chat.example/main/pl/${old?.id ?? ''})`,
    )
  })

  it('are replies where a message is longer than a post', async () => {
    const host = hookHost({ options: { maxPostLength: 1_000 } })
    await send(host, { text: 'disk' }, incident('open'))
    await send(host, { text: 'log '.repeat(400) }, incident('update'))
    expect(rootsOf(host).map(({ message }) => message)).to.deep.equal(['disk'])
    expect(repliesOf(host)).to.have.lengthOf(2)
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

  it('are found by the titles of Alertmanager and Grafana for Slack, if the owner asks for it', async () => {
    const slack = (prefix: string, color: string): object => ({
      attachments: [{ title: `[${prefix}] DiskFull (web-1)`, color, text: 'x', fallback: 'y' }],
    })
    for (const [together, roots] of [
      ['reply', 1],
      ['', 2],
    ] as const) {
      const host = hostWith({ together })
      await send(host, slack('FIRING:1', 'danger'))
      await send(host, slack('RESOLVED', 'good'))
      expect(rootsOf(host), together).to.have.lengthOf(roots)
    }
  })

  it('keep their post as it is for a note, which is a reply', async () => {
    const host = hostWith()
    await send(host, pagerduty('triggered', { title: 'Disk full' }))
    const [before] = rootsOf(host)
    await send(host, pagerduty('annotated', { content: 'Rolled back', incident: { id: 'Q1' } }))
    const [root] = rootsOf(host)
    expect(root?.message).to.equal(before?.message)
    expect(incidentOf(root)).to.include({ state: 'open', count: 2 })
    expect(JSON.stringify(repliesOf(host).map(({ props }) => props))).to.include('Rolled back')
  })

  const NOTE = pagerduty('annotated', { content: 'Rolled back', incident: { id: 'Q1' } })
  const withoutThreads: HookHostOptions = {
    adapt: (adapters) => ({
      ...adapters,
      guarantees: adapters.guarantees.filter((guarantee) => guarantee !== 'threads'),
    }),
  }
  const noted: readonly (readonly [string, HookHostOptions, replies: number])[] = [
    ['replies', {}, 2],
    ['edits alone', { webhook: { together: 'edit' } }, 1],
    ['a host without threads', withoutThreads, 0],
  ]
  for (const [where, options, replies] of noted) {
    it(`keep a note whole, before and after their post, with ${where}`, async () => {
      for (const order of ['first', 'second']) {
        const host = hookHost(options)
        const triggered = pagerduty('triggered', { title: 'Disk full' })
        const both = order === 'first' ? [NOTE, triggered] : [triggered, NOTE]
        for (const body of both) await send(host, body)
        await send(host, pagerduty('resolved', { title: 'Disk full' }))
        const told = host.posts().map((post) => JSON.stringify(post))
        expect(told.filter((post) => post.includes('Rolled back'))).to.have.lengthOf(1)
        const shown = rootsOf(host).find(
          (post) => incidentOf(post) && post.message.includes('Disk'),
        )
        expect(incidentOf(shown), order).to.include({ state: 'closed', count: 3 })
        const ofNote = order === 'first' ? Math.min(replies, 1) : 0
        expect(repliesOf(host), order).to.have.lengthOf(replies - ofNote)
      }
    })
  }

  it('end where the last one is hardly worth a message, which is none otherwise', async () => {
    const host = hostWith({ together: 'reply' })
    await send(host, pipeline(7, 'failed'))
    const wait = { query: '?wait=true' }
    const first = await send(host, pipeline(7, 'success'), wait)
    const second = await send(host, pipeline(8, 'success'), wait)
    expect(first.body).to.have.nested.property('posts[0].action', 'edited')
    expect(second.body).to.have.property('posts').deep.equal([])
    expect(host.posts()).to.have.lengthOf(1)
    expect(rootsOf(host)[0]?.message).to.include('passed')
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

  it('are those of one program, whatever another one calls them', async () => {
    const host = hostWith()
    await send(host, pagerduty('triggered', { title: 'Disk full' }))
    await send(host, { text: 'mine' }, { query: '?incident=Q1' })
    expect(rootsOf(host)).to.have.lengthOf(2)
  })

  it('do not change the first post of several, but its colour', async () => {
    const host = hookHost({ options: { maxPostLength: 1_000 } })
    const attachments = [{ color: 'danger', text: 'red' }]
    await send(host, { text: 'log '.repeat(400), attachments }, incident('open'))
    const before = rootsOf(host)
    const fine = { text: 'fine', attachments: [{ color: 'good', text: 'green' }] }
    await send(host, fine, incident('closed'))
    expect(messagesOf(rootsOf(host))).to.deep.equal(messagesOf(before))
    expect(messagesOf(repliesOf(host))).to.deep.equal(['fine'])
  })

  it('are all stored where fifty of them come at once', async () => {
    const host = hookHost({ options: { limits: { webhook: null } } })
    const events = Array.from({ length: 50 }, (_, n) => send(host, { text: `${n}` }, incident('')))
    const answers = await Promise.all(events)
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200))
    expect(incidentOf(rootsOf(host)[0])).to.include({ count: 50 })
  })

  it('are answered as before where a request without effect is repeated', async () => {
    const host = hostWith()
    const again = { headers: { ...incident('open').headers, 'Idempotency-Key': 'k1' } }
    await send(host, { text: 'open' }, incident('open'))
    await send(host, { text: 'open' }, again)
    await send(host, { text: 'closed' }, incident('closed'))
    await send(host, { text: 'open' }, again)
    expect(incidentOf(rootsOf(host)[0])).to.include({ state: 'closed' })
    expect((await send(host, { text: 'other' }, again)).status).to.equal(422)
  })

  it('get their first receipt again with the same Idempotency-Key', async () => {
    const host = hostWith()
    const sent = async ([key, text, state]: readonly [string, string, string]): Promise<string> => {
      const { headers } = incident(state)
      const sending = { headers: { ...headers, 'Idempotency-Key': key }, query: '?wait=true' }
      return (await send(host, { text, as_user: true }, sending).expect(200)).text
    }
    const reports = [
      ['k1', 'one', 'open'],
      ['k2', 'one', 'open'],
      ['k3', 'two', 'open'],
      ['k4', 'three', 'closed'],
    ] as const
    const first: string[] = []
    for (const report of reports) first.push(await sent(report))
    const before = host.posts()
    for (const [index, report] of reports.entries()) {
      expect(await sent(report), report[1]).to.equal(first[index])
    }
    expect(host.posts()).to.deep.equal(before)
    expect(first.join()).to.include('"ignored":["as_user"]').and.not.include('\\')
    const [root] = rootsOf(host)
    host.adapters.host.posts.delete(root?.id ?? '')
    expect(await sent(reports[3]), 'of a deleted post').to.include('"replied"')
  })

  for (const known of [true, false]) {
    it(`get their own receipt again also where others were stored with them (${known ? 'an edit' : 'a first post'})`, async () => {
      const host = hostWith()
      const note = (content: string): object =>
        pagerduty('annotated', { content, incident: { id: 'Q1' } })
      const triggered = pagerduty('triggered', { title: 'Disk full' })
      const resolved = (): request.Test =>
        send(host, known ? pagerduty('resolved', { title: 'Disk full' }) : triggered, {
          headers: { 'Idempotency-Key': 'k1' },
          query: '?wait=true',
        })
      for (const body of [triggered, note('one')]) await send(host, body)
      if (!known) host.adapters.host.posts.clear()
      const [first] = await Promise.all([
        resolved(),
        ...['two', 'three'].map((content) => send(host, note(content))),
      ])
      expect(host.posts().length).to.be.above(first.body.posts.length)
      const again = await resolved().expect('Idempotent-Replayed', 'true')
      expect(again.body).to.deep.equal(first.body)
    })
  }

  it('are refused for a state that nobody knows', async () => {
    const host = hostWith()
    expect((await send(host, { text: 'x' }, { query: '?incident=a&state=fine' })).status).to.equal(
      400,
    )
    const named = { text: 'x', correlation_key: 'a' }
    const { text } = await send(host, named, { query: '?state=resolved' }).expect(400)
    expect(text).to.include('state: expected open, update, acknowledged, closed')
    expect((await send(host, { text: 'x' }, { query: '?state=fine' })).status).to.equal(200)
  })

  it('are warned of a state in a header that belongs to none', async () => {
    const warned = async (body: object, query: string): Promise<string> => {
      const headers = { 'Correlation-State': 'closed' }
      const { text } = await send(hostWith(), body, { headers, query: `?wait=true${query}` })
      return text
    }
    expect(await warned({ text: 'x' }, '')).to.include(
      '"Correlation-State","reason":"has no effect',
    )
    expect(await warned({ text: 'x' }, '&incident=a')).to.include('"warnings":[]')
    expect(await warned({ text: 'x', correlation_key: 'a' }, '')).to.include('"warnings":[]')
  })

  for (const receiver of ['slack', 'mattermost'] as const) {
    it(`are one post where Alertmanager's receiver for ${receiver} tells of them`, async () => {
      const host = hostWith({ together: 'reply' })
      const titles = [
        '[FIRING:1] DiskFull (db1 critical)',
        '[FIRING:1] DiskFull (db1 critical)',
        '[FIRING:2] DiskFull (critical)',
        '[RESOLVED] DiskFull (critical)',
      ]
      for (const title of titles) await send(host, alertOf(receiver, title))
      const [root, ...others] = rootsOf(host)
      expect(others).to.deep.equal([])
      expect(incidentOf(root)).to.include({ state: 'closed', count: 3 })
      expect(root?.props['attachments']).to.have.nested.property('[0].color', 'good')
      expect(repliesOf(host)).to.have.lengthOf(1)
    })
  }

  it('are posts without a thread, however long, on a host without threads', async () => {
    const host = hookHost({
      options: { maxPostLength: 100 },
      adapt: (adapters) => ({
        ...adapters,
        guarantees: adapters.guarantees.filter((guarantee) => guarantee !== 'threads'),
      }),
    })
    for (const state of ['open', 'closed']) {
      await send(host, { text: `${state} `.repeat(50) }, incident(state)).expect(200)
    }
    expect(host.posts().length).to.be.above(2)
    expect(repliesOf(host)).to.deep.equal([])
  })

  it('are posts each, with a warning, on a host that cannot keep them', async () => {
    const host = hookHost({
      adapt: (adapters) => ({
        ...adapters,
        guarantees: adapters.guarantees.filter((guarantee) => guarantee !== 'incidents'),
      }),
    })
    await send(host, { text: 'one' }, incident('open'))
    const { text: answer } = await send(
      host,
      { text: 'two' },
      { ...incident('closed'), query: '?wait=true' },
    )
    expect(rootsOf(host)).to.have.lengthOf(2)
    expect(answer).to.include('Correlation-Key')
  })

  it('cannot be forged by the props of a payload', async () => {
    const host = hostWith()
    await send(host, { text: 'x', props: { webhook_incident: { state: 'closed' } } })
    expect(incidentOf(host.posts()[0])).to.equal(undefined)
  })
})

import { expect } from 'chai'
import { type HookHostOptions } from '../support/hook-host.js'
import {
  type Sending,
  send,
  incident,
  alertOf,
  pagerduty,
  rootsOf,
  repliesOf,
  messagesOf,
  incidentOf,
  hostWith,
} from './incident-reports.js'

describe('several events of one incident', () => {
  const ways: readonly (readonly [string, HookHostOptions['webhook'], object, Sending])[] = [
    ['the header', {}, {}, { headers: { 'Correlation-Key': 'disk' } }],
    ['the query', {}, {}, { query: '?incident=disk' }],
    ['the name that the query had in 0.9', {}, {}, { query: '?thing=disk' }],
    ['a member of the body', {}, { correlation_key: 'disk' }, {}],
    ['the path that the owner gave', { incidentPath: 'alert.id' }, { alert: { id: 7 } }, {}],
    ['its path through a list', { incidentPath: 'alerts.0.id' }, { alerts: [{ id: 7 }] }, {}],
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

  it('are those of one program, whatever another one calls them', async () => {
    const host = hostWith()
    await send(host, pagerduty('triggered', { title: 'Disk full' }))
    await send(host, { text: 'mine' }, { query: '?incident=Q1' })
    expect(rootsOf(host)).to.have.lengthOf(2)
  })

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
})

import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import type { FormatBody } from '../../../lib/formats/format-request.js'
import { rocketchat } from '../../../lib/formats/chats/rocketchat.js'
import { uptimekuma } from '../../../lib/formats/operations/uptimekuma.js'
import { eventOf, expectRefused, shownBy } from './shown.js'

const MONITOR = { id: 17, name: 'API', pathName: 'Sites / API', url: 'https://api.test/health' }

function notice(status: number, beat: object = {}, monitor: object = {}): object {
  const heartbeat = { monitorID: 17, status, time: '2026-09-19 10:12:03.120', msg: '200 - OK' }
  return { heartbeat: { ...heartbeat, ...beat }, monitor: { ...MONITOR, ...monitor }, msg: 'm' }
}

describe('Uptime Kuma', () => {
  // prettier-ignore
  const EVENTS: readonly (readonly [status: number, event: string, title: string, color: string, state: string])[] = [
    [0, 'down', 'Down: Sites / API', 'danger', 'open'],
    [1, 'up', 'Up: Sites / API', 'good', 'closed'],
    [2, 'pending', 'Pending: Sites / API', 'warning', 'update'],
    [3, 'maintenance', 'Maintenance: Sites / API', '#8a94a6', 'update'],
  ]
  for (const [status, event, title, color, state] of EVENTS) {
    it(`shows a monitor that is ${event}`, () => {
      const shown = shownBy(uptimekuma, notice(status))
      expect(shown).to.include({ title: `**[${title}](${MONITOR.url})**`, color, text: '200 - OK' })
      const at = Date.parse('2026-09-19T10:12:03.120Z')
      const facts = { event, incident: '17', incidentTitle: 'Sites / API', state, at }
      expect(eventOf(uptimekuma, notice(status))).to.deep.equal(facts)
    })
  }

  it('tells how long it was down, and how fast it is', () => {
    const up = notice(1, { lastDownTime: '2026-09-19 10:00:03.120', ping: 34 })
    const { title, fields } = shownBy(uptimekuma, up)
    expect(title).to.include('Up: Sites / API (after 12 min)')
    expect(fields).to.deep.equal(['Response time: 34 ms'])
  })

  it('shows what is no web page by its host, and links to nothing', () => {
    const port = { url: 'https://', hostname: 'db-7', port: 5432, tags: [{ name: 'prod' }] }
    const { title, fields } = shownBy(uptimekuma, notice(0, {}, port))
    expect(title).to.equal('**Down: Sites / API**')
    const since = 'Since: 2026-09-19 10:12 UTC'
    expect(fields).to.deep.equal(['Address: db-7:5432', since, 'Tags: prod'])
  })

  it('shows a test, and a certificate that expires', () => {
    const text = { heartbeat: null, monitor: null, msg: '[API] certificate will expire in 7 days' }
    const title = `**Uptime Kuma: ${text.msg}**`
    expect(shownBy(uptimekuma, text)).to.include({ title, color: '' })
    expect(eventOf(uptimekuma, text)).to.deep.equal({ event: 'message' })
  })

  it('is read in a field of a form', () => {
    const data = JSON.stringify(notice(0))
    const body: FormatBody = { kind: 'fields', fields: [['data', data]], text: '' }
    const request = { headers: {}, query: {}, body }
    expect(uptimekuma.detect?.(request)).to.equal('body')
    const reading = uptimekuma.read(request)
    expect(reading.kind === 'message' && reading.event.event).to.equal('down')
  })

  it('is no message for Rocket.Chat, and the other way round', () => {
    const request = (value: unknown) =>
      ({ headers: {}, query: {}, body: { kind: 'json', value, text: '' } }) as const
    expect(rocketchat.detect?.(request(notice(0)))).to.equal(null)
    expect(uptimekuma.detect?.(request({ msg: 'hello' }))).to.equal(null)
  })

  it('says what is missing', () => {
    expectRefused(uptimekuma, {}, 'msg')
  })
})

describeFormat(uptimekuma, [
  { name: 'down', body: notice(0), shows: ['Down: Sites / API'], links: [MONITOR.url] },
  { name: 'a test', body: { heartbeat: null, monitor: null, msg: 'a test' }, shows: ['a test'] },
])

import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { gotify } from '../../../lib/formats/chats/gotify.js'
import { datadog } from '../../../lib/formats/operations/datadog.js'
import { eventOf, expectRefused, shownBy } from './shown.js'

const PAGE = 'https://app.datadoghq.test/event?id=1'
const EVENT = {
  id: '1',
  title: '[Triggered on {host:web-01}] CPU is high',
  alert_title: 'CPU is high',
  alert_cycle_key: 'K1',
  aggreg_key: 'K2',
  date: '1789900100000',
  link: PAGE,
  hostname: 'web-01',
  alert_status: 'avg over 5m > 90',
  body: '%%%\nCPU is high @slack-ops\n\n[![Graph](https://p.test/dd.png)](https://a.test)\n\n- - -\n[[Edit](https://a.test)]\n%%%',
}

describe('Datadog', () => {
  // prettier-ignore
  const TRANSITIONS: readonly (readonly [transition: string, title: string, color: string, state: string])[] = [
    ['Triggered', 'Triggered: CPU is high', 'danger', 'open'],
    ['Re-Triggered', 'Triggered again: CPU is high', 'danger', 'open'],
    ['Warn', 'Warning: CPU is high', 'warning', 'open'],
    ['No Data', 'No data: CPU is high', 'warning', 'open'],
    ['Renotify', 'Still triggered: CPU is high', 'danger', 'open'],
    ['Recovered', 'Recovered: CPU is high', 'good', 'closed'],
  ]
  for (const [transition, title, color, state] of TRANSITIONS) {
    it(`shows a monitor that is ${transition}`, () => {
      const body = { ...EVENT, alert_transition: transition }
      expect(shownBy(datadog, body)).to.deep.equal({
        title: `**[${title}](${PAGE})**`,
        color,
        text: 'CPU is high @slack-ops',
        fields: ['Host: web-01', 'Condition: avg over 5m > 90'],
        links: [],
      })
      expect(eventOf(datadog, body)).to.include({ incident: 'K1', state, deliveryId: '1' })
    })
  }

  it('shows an event without a monitor, in the colour of its kind', () => {
    const { alert_title: _, ...rest } = EVENT
    const shown = shownBy(datadog, { ...rest, title: 'CPU is high', alert_type: 'error' })
    expect(shown).to.include({ title: `**[Datadog: CPU is high](${PAGE})**`, color: 'danger' })
  })

  // prettier-ignore
  const TITLES: readonly (readonly [title: string, shown: string, color: string, fields: readonly string[]])[] = [
    ['[Triggered on {host:web-01}] CPU is high', 'Triggered: CPU is high', 'danger', ['Scope: host:web-01']],
    ['[Recovered on {host:web-01}] CPU is high', 'Recovered: CPU is high', 'good', ['Scope: host:web-01']],
    ['[Warn] CPU is high', 'Warning: CPU is high', 'warning', []],
    ['[No Data on {host:web-01}] CPU is high', 'No data: CPU is high', 'warning', ['Scope: host:web-01']],
    ['[P1] [Re-Triggered on {host:web-01}] CPU is high', 'Triggered again: [P1] CPU is high', 'danger', ['Scope: host:web-01']],
    ['[Synthetics] Sign-in fails', 'Datadog: [Synthetics] Sign-in fails', '', []],
    ['[Triggered] ', 'Datadog: [Triggered]', '', []],
  ]
  for (const [title, head, color, fields] of TITLES) {
    it(`reads the state in the title ${title}`, () => {
      const body = { id: '1', event_type: 'query_alert_monitor', org: { id: '1' }, title }
      const shown = shownBy(datadog, body)
      expect(shown).to.deep.include({ color, fields })
      expect(shown.title).to.equal(`**${head}**`)
    })
  }

  it('names an event by the state in its title', () => {
    const body = { event_type: 'query_alert_monitor', title: '[Recovered] CPU is high' }
    expect(eventOf(datadog, body)).to.include({ event: 'recovered', state: 'closed' })
  })

  it('says the state once where the title of the alert says it too', () => {
    const alert_title = '[Triggered on {host:ip-012345}] Host is Down'
    const body = { ...EVENT, alert_title, alert_transition: 'Renotify' }
    expect(shownBy(datadog, body).title).to.equal(`**[Still triggered: Host is Down](${PAGE})**`)
  })

  it('shows no variable that Datadog has left as it was', () => {
    const body = { ...EVENT, hostname: '$HOSTNAME', alert_title: '$ALERT_TITLE', link: '$LINK' }
    const shown = shownBy(datadog, body)
    expect(shown.title).to.equal('**Triggered: CPU is high**')
    expect(shown.fields).to.deep.equal(['Scope: host:web-01', 'Condition: avg over 5m > 90'])
  })

  it('is no message for Gotify', () => {
    const value = { title: 'CPU', message: 'CPU is high', priority: 4, monitor_id: '4411' }
    const body = { kind: 'json', value, text: '' } as const
    expect(gotify.detect?.({ headers: {}, query: {}, body })).to.equal(null)
  })

  it('says what is missing', () => {
    expectRefused(datadog, {}, 'title')
    expectRefused(datadog, [], 'title')
  })
})

describeFormat(
  datadog,
  [
    {
      name: 'a monitor',
      body: { ...EVENT, alert_transition: 'Triggered' },
      shows: ['Triggered: CPU'],
    },
  ],
  { isNamedOnly: true },
)

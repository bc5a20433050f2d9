import { expect } from 'chai'
import { alertmanager } from '../../../lib/formats/alerts/alertmanager.js'
import { grafana } from '../../../lib/formats/alerts/grafana.js'
import { eventOf, isShown, shownBy } from '../operations/shown.js'

const START = '2026-09-19T10:00:00Z'
const END = '2026-09-19T10:05:00Z'
const RULE = 'https://grafana.test/alerting/grafana/r1/view?orgId=1'
const SILENCE = 'https://grafana.test/alerting/silence/new?alertmanager=grafana'

interface Group {
  readonly status?: 'firing' | 'resolved'
  /** Those of each alert. */
  readonly labels?: readonly Readonly<Record<string, string>>[]
  readonly alert?: object
}

/** As Go writes it: labels are sorted by name. */
function groupOf({ status = 'firing', labels = [{}], alert = {} }: Group = {}): object {
  const [first = {}] = labels
  const isCommon = ([name, value]: [string, string]): boolean =>
    labels.every((each) => each[name] === value)
  return {
    status,
    groupKey: '{}:{alertname="Disk"}',
    groupLabels: { alertname: 'Disk' },
    commonLabels: Object.fromEntries(Object.entries(first).filter(isCommon)),
    commonAnnotations: {},
    externalURL: 'https://grafana.test/',
    alerts: labels.map((each) => ({
      status,
      labels: each,
      startsAt: START,
      endsAt: status === 'resolved' ? END : '0001-01-01T00:00:00Z',
      generatorURL: RULE,
      silenceURL: SILENCE,
      ...alert,
    })),
  }
}

const MANY = { cluster: 'eu', env: 'prod', host: 'web-1', job: 'node', pod: 'a', region: 'west' }

describe('the labels of alerts', () => {
  for (const format of [alertmanager, grafana]) {
    for (const name of ['severity', 'priority', 'Severity']) {
      it(`of ${format.title} begin with ${name}, however many others there are`, () => {
        const { fields } = shownBy(format, groupOf({ labels: [{ ...MANY, [name]: 'critical' }] }))
        const others = ['cluster: eu', 'env: prod', 'host: web-1']
        expect(fields).to.deep.equal([`${name}: critical`, ...others])
      })
    }

    it(`of ${format.title} begin with severity in each line of several alerts`, () => {
      const labels = ['a', 'b'].map((each) => ({
        cluster: each,
        host: each,
        pod: each,
        severity: `${each}!`,
      }))
      const { text } = shownBy(format, groupOf({ labels }))
      expect(text).to.include('severity a!, cluster a, host a')
    })
  }

  it('of Grafana begin with severity, before the values', () => {
    const labels = [{ ...MANY, severity: 'critical' }]
    const { fields } = shownBy(grafana, groupOf({ labels, alert: { values: { A: 97 } } }))
    expect(fields.slice(0, 2)).to.deep.equal(['severity: critical', 'Values: A = 97'])
  })
})

describe('a group of alerts', () => {
  const alertOf = (name: string, status: string) => ({ status, fingerprint: name, startsAt: START })

  for (const format of [alertmanager, grafana]) {
    for (const [status, named] of [
      ['firing', ['a', 'c']],
      ['resolved', ['b']],
    ] as const) {
      it(`of ${format.title} that is ${status} names its alerts that are`, () => {
        const alerts = [
          alertOf('a', 'firing'),
          alertOf('b', 'resolved'),
          alertOf('c', 'firing'),
          alertOf('', status),
          { status, fingerprint: { a: 1 } },
          status,
        ]
        const event = eventOf(format, { ...groupOf({ status }), alerts })
        expect(event).to.deep.include({ event: status, alerts: named })
      })
    }

    it(`of ${format.title} names more alerts than are shown`, () => {
      const names = Array.from({ length: 120 }, (_, n) => `alert-${n}`)
      const alerts = names.map((name) => alertOf(name, 'firing'))
      const event = eventOf(format, { ...groupOf(), alerts })
      expect(event).to.deep.include({ alerts: names })
    })

    it(`of ${format.title} names none where they have no fingerprint`, () => {
      expect(eventOf(format, groupOf())).to.not.have.property('alerts')
    })
  }
})

describe('a single alert of Grafana', () => {
  it('links to its rule', () => {
    expect(shownBy(grafana, groupOf()).title).to.equal(`**[Firing: Disk](${RULE})**`)
  })

  for (const generatorURL of ['', 'localhost:3000/alerting/r1', undefined]) {
    it(`links to Grafana where its rule has the address ${String(generatorURL)}`, () => {
      const { title } = shownBy(grafana, groupOf({ alert: { generatorURL } }))
      expect(title).to.equal('**[Firing: Disk](https://grafana.test/)**')
    })
  }

  it('of several is in a message that links to Grafana', () => {
    const { title } = shownBy(grafana, groupOf({ labels: [{ host: 'a' }, { host: 'b' }] }))
    expect(title).to.equal('**[Firing: Disk (2 alerts)](https://grafana.test/)**')
  })

  it('can be silenced only while it fires', () => {
    expect(shownBy(grafana, groupOf()).links).to.deep.equal([`Silence ${SILENCE}`])
    expect(shownBy(grafana, groupOf({ status: 'resolved' })).links).to.deep.equal([])
  })
})

describe('an alert of Grafana about a rule', () => {
  for (const alertname of ['DatasourceError', 'DatasourceNoData']) {
    it(`says which rule, and why: ${alertname}`, () => {
      const labels = [{ alertname, rulename: 'Disk almost full' }]
      const alert = { annotations: { Error: 'connection refused' } }
      const { title, text } = shownBy(grafana, { ...groupOf({ labels, alert }), groupLabels: {} })
      expect(title).to.include(`Firing: ${alertname}, Disk almost full`)
      expect(text).to.include('connection refused')
    })
  }

  it('names no rule where they are several', () => {
    const labels = ['a', 'b'].map((rulename) => ({ alertname: 'DatasourceError', rulename }))
    const { title, text } = shownBy(grafana, { ...groupOf({ labels }), groupLabels: {} })
    expect(title).to.include('Firing: DatasourceError (2 alerts)')
    expect(text).to.include('rulename a').and.include('rulename b')
  })
})

describe('alerts of Alertmanager that fire on purpose', () => {
  const PURPOSES = [
    { alertname: 'Watchdog' },
    { alertname: 'InfoInhibitor' },
    { alertname: 'Heartbeat', severity: 'none' },
  ]
  for (const labels of PURPOSES) {
    it(`are shown to those who ask for them, and are no incident: ${Object.values(labels).join()}`, () => {
      const group = groupOf({ labels: [labels] })
      expect(eventOf(alertmanager, group)).to.deep.equal({ event: 'watchdog' })
      expect(isShown(alertmanager, group)).to.equal(false)
      expect(isShown(grafana, group)).to.equal(true)
    })
  }

  it('are shown beside another alert, also one that was left out', () => {
    const group = groupOf({ labels: [{ alertname: 'Watchdog' }, { alertname: 'DiskFull' }] })
    expect(eventOf(alertmanager, group)).to.include({ event: 'firing' })
    const cut = { ...groupOf({ labels: [{ alertname: 'Watchdog' }] }), truncatedAlerts: 1 }
    expect(isShown(alertmanager, cut)).to.equal(true)
  })
})

describe('an alert of Alertmanager', () => {
  it('can be silenced by all labels that its group has in common, while it fires', () => {
    const labels = [{ alertname: 'Disk', path: 'C:\\"a"' }]
    const { links } = shownBy(alertmanager, groupOf({ labels }))
    const [link = ''] = links
    expect(decodeURIComponent(link)).to.equal(
      'Silence https://grafana.test/#/silences/new?filter={alertname="Disk",path="C:\\\\\\"a\\""}',
    )
    expect(shownBy(alertmanager, groupOf({ labels, status: 'resolved' })).links).to.deep.equal([])
    expect(shownBy(alertmanager, groupOf()).links).to.deep.equal([])
  })

  it('links to the address that is a label', () => {
    const url = `https://signoz.test/${'a'.repeat(400)}`
    const { fields } = shownBy(alertmanager, groupOf({ labels: [{ source: url }] }))
    expect(fields.join()).to.include(`](${url})`)
  })

  it('links to Alertmanager', () => {
    const { title } = shownBy(alertmanager, groupOf())
    expect(title).to.equal('**[Firing: Disk](https://grafana.test/)**')
  })
})

describe('the event of resolved alerts', () => {
  it('says when the first of them began', () => {
    const { alerts, ...group } = { alerts: [], ...groupOf({ status: 'resolved' }) }
    const [first = {}] = alerts
    const later = { ...first, startsAt: '2026-09-19T10:03:00Z' }
    const event = eventOf(grafana, { ...group, alerts: [later, first] })
    expect(event).to.include({ since: Date.parse(START), at: Date.parse(END) })
  })
})

import {
  at,
  claimed,
  closed,
  entryOf,
  enumerated,
  type Format,
  hasStrings,
  hasTexts,
  listAt,
  type Meaning,
  numberAt,
  open,
  readFirst,
  refused,
  type Report,
  type Row,
  type Table,
  textAt,
  textsAt,
  update,
  valueOf,
} from '../kit.js'
import { type GroupExtras, groupMessage, isFiring, LABEL_FACTS } from './group.js'

/** The webhook contact point of Grafana, and the notification channel of Grafana 8 and older. */
export const grafana: Format = {
  name: 'grafana',
  title: 'Grafana',
  isMonitoring: true,
  facts: LABEL_FACTS,
  looksLike: (body) => isGroup(body) || hasMatches(body) || hasStrings(body, 'ruleUrl'),
  advice: 'choose Slack as the integration of the contact point',
  detect: claimed((body) => (isGroup(body) && hasTexts(body, 'groupKey')) || isLegacy(body)),
  read: (request) => {
    const value = valueOf(request.body)
    const group = groupMessage(value, besides(value))
    return group ?? readFirst([LEGACY], value, request) ?? refused('alerts')
  },
}

function isGroup(body: unknown): boolean {
  const isNamed = at(body, 'orgId') !== undefined || textAt(body, 'version') === '1'
  return isNamed && Array.isArray(at(body, 'alerts'))
}

function hasMatches(body: unknown): boolean {
  return Array.isArray(at(body, 'evalMatches'))
}

function isLegacy(body: unknown): boolean {
  return hasMatches(body) && numberAt(body, 'ruleId') !== null
}

const BUTTONS = [
  ['silenceURL', 'Silence'],
  ['panelURL', 'Panel'],
  ['dashboardURL', 'Dashboard'],
] as const

/** What the first alert of Grafana says besides. */
function besides(body: unknown): GroupExtras {
  const [first] = listAt(body, 'alerts')
  const links = BUTTONS.map(([name, text]) => ({ text, url: textAt(first, name) }))
  return {
    // The address of the group is Grafana's start page.
    url: textAt(first, 'generatorURL'),
    fields: valuesOf(first),
    links: links.filter(({ text }) => isFiring(body) || text !== 'Silence'),
    imageUrl: textAt(first, 'imageURL'),
  }
}

function valuesOf(alert: unknown): readonly Row[] {
  const values = textsAt(alert, 'values').map(([name, value]) => `${name} = ${value}`)
  return [['Values', enumerated(values)]]
}

/** What legacy rules call their states. */
const STATES: Table<Meaning> = {
  alerting: open('Alerting'),
  ok: closed('OK'),
  no_data: open('No data', 'warning'),
  pending: update('Pending', 'warning'),
  paused: update('Paused'),
}

const LEGACY: Report = {
  when: isLegacy,
  event: (body) => textAt(body, 'state') || 'changed',
  meaning: (body) => entryOf(STATES, textAt(body, 'state')) ?? update('Changed'),
  name: [
    'ruleName',
    (body) => textAt(body, 'title').replace(/^\[[^\]]{1,30}\] /, ''),
    () => 'Alert',
  ],
  url: 'ruleUrl',
  text: 'message',
  fields: (body) =>
    listAt(body, 'evalMatches').map((match) => [
      textAt(match, 'metric') || 'Value',
      textAt(match, 'value'),
    ]),
  imageUrl: 'imageUrl',
  incident: 'ruleId',
}

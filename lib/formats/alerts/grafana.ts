import type { CardField, Draft } from '../drafts/draft.js'
import { link, prose } from '../drafts/pieces.js'
import { valueOf } from '../body-value.js'
import type { EventFacts, Format, FormatReading } from '../format.js'
import { at, listAt, numberAt, textAt, textsAt } from '../json-members.js'
import { entryOf } from '../own-entry.js'
import { isWebUrl } from '../../text/links.js'
import { draftOf, factsOf, readGroup } from './group.js'

/** The webhook contact point of Grafana, and the notification channel of Grafana 8 and older. */
export const grafana: Format = {
  name: 'grafana',
  title: 'Grafana',
  isMonitoring: true,
  detect: ({ body }) => {
    if (body.kind !== 'json') return null
    return isGroup(body.value) || isLegacy(body.value) ? 'body' : null
  },
  read: ({ body }) => {
    const value = valueOf(body)
    if (listAt(value, 'alerts').length > 0) return readUnified(value)
    if (isLegacy(value)) return readLegacy(value)
    return { kind: 'refuse', path: 'alerts', reason: 'is missing' }
  },
}

function isGroup(body: unknown): boolean {
  if (!Array.isArray(at(body, 'alerts')) || textAt(body, 'groupKey') === '') return false
  return at(body, 'orgId') !== undefined || textAt(body, 'version') === '1'
}

function isLegacy(body: unknown): boolean {
  return numberAt(body, 'ruleId') !== null && Array.isArray(at(body, 'evalMatches'))
}

const BUTTONS = [
  ['silenceURL', 'Silence'],
  ['panelURL', 'Panel'],
  ['dashboardURL', 'Dashboard'],
] as const

function readUnified(body: unknown): FormatReading {
  const group = readGroup(body)
  const [first] = listAt(body, 'alerts')
  const links = BUTTONS.filter(([, text]) => group.isFiring || text !== 'Silence').map(
    ([name, text]) => ({ text, url: textAt(first, name) }),
  )
  const rule = textAt(first, 'generatorURL')
  const draft = draftOf(group, {
    // The address of the group is Grafana's start page.
    url: isWebUrl(rule) ? rule : '',
    fields: valuesOf(first),
    links: links.filter(({ url }) => isWebUrl(url)),
    imageUrl: textAt(first, 'imageURL'),
  })
  return { kind: 'message', draft, event: factsOf(group) }
}

function valuesOf(alert: unknown): readonly CardField[] {
  const values = textsAt(alert, 'values').map(([name, value]) => `${name} = ${value}`)
  if (values.length === 0) return []
  return [{ title: 'Values', value: values.slice(0, 5).join(', '), short: true }]
}

interface State {
  readonly word: string
  readonly color: 'bad' | 'good' | 'warning' | 'neutral'
  readonly state: NonNullable<EventFacts['state']>
}

const UPDATE = { color: 'neutral', state: 'update' } as const
/** What legacy rules call their states. */
const STATES: Readonly<Partial<Record<string, State>>> = {
  alerting: { word: 'Alerting', color: 'bad', state: 'open' },
  ok: { word: 'OK', color: 'good', state: 'closed' },
  no_data: { word: 'No data', color: 'warning', state: 'open' },
  pending: { word: 'Pending', color: 'warning', state: 'update' },
  paused: { ...UPDATE, word: 'Paused' },
}

function readLegacy(body: unknown): FormatReading {
  const sent = textAt(body, 'state')
  const known = entryOf(STATES, sent)
  const { word, color, state } = known ?? { ...UPDATE, word: 'Changed' }
  const name = textAt(body, 'ruleName') || textAt(body, 'title') || 'Alert'
  const draft: Draft = {
    title: link(textAt(body, 'ruleUrl'), `${word}: ${name}`),
    cards: [
      {
        color,
        text: prose(textAt(body, 'message')),
        fields: listAt(body, 'evalMatches').slice(0, 4).map(matchOf),
        imageUrl: textAt(body, 'imageUrl'),
      },
    ],
  }
  const incident = textAt(body, 'ruleId')
  return { kind: 'message', draft, event: { event: sent || 'changed', state, incident } }
}

function matchOf(match: unknown): CardField {
  return { title: textAt(match, 'metric') || 'Value', value: textAt(match, 'value'), short: true }
}

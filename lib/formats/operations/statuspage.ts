import type { Color, Draft } from '../drafts/draft.js'
import { link, prose } from '../drafts/pieces.js'
import { valueOf } from '../body-value.js'
import type { EventFacts, Format, FormatReading } from '../format.js'
import { at, listAt, textAt, timeAt } from '../json-members.js'
import { isObject } from '../../model/json.js'

/** Incidents and components of a page at Atlassian Statuspage. */
export const statuspage: Format = {
  name: 'statuspage',
  title: 'Statuspage',
  isMonitoring: true,
  detect: ({ body }) => (body.kind === 'json' && isNews(body.value) ? 'body' : null),
  read: ({ body }) => {
    const value = valueOf(body)
    if (textAt(value, 'page', 'id') === '') {
      return { kind: 'refuse', path: 'page.id', reason: 'is missing' }
    }
    if (isObject(at(value, 'incident'))) return readIncident(value)
    if (isObject(at(value, 'component_update'))) return readComponent(value)
    return { kind: 'refuse', path: 'incident', reason: 'is missing' }
  },
}

function isNews(body: unknown): boolean {
  const isNamed = textAt(body, 'page', 'id') !== ''
  return isNamed && (isObject(at(body, 'incident')) || isObject(at(body, 'component_update')))
}

const CLOSED = new Set(['resolved', 'completed', 'postmortem', 'operational'])

function readIncident(body: unknown): FormatReading {
  const status = textAt(body, 'incident', 'status')
  const name = textAt(body, 'incident', 'name') || 'Incident'
  const [latest] = listAt(body, 'incident', 'incident_updates')
  const state = stateOf(status)
  const impact = textAt(body, 'incident', 'impact')
  const draft: Draft = {
    title: link(textAt(body, 'incident', 'shortlink'), `${worded(status)}: ${name}`),
    cards: [
      {
        color: colorOf(state, impact),
        text: prose(textAt(latest, 'body')),
        fields: impact === '' ? [] : [{ title: 'Impact', value: impact, short: true }],
      },
    ],
  }
  const at = timeAt(body, 'incident', 'updated_at')
  const event: EventFacts = {
    event: `incident.${status || 'updated'}`,
    incident: textAt(body, 'incident', 'id'),
    state,
    ...(at === null ? {} : { at }),
  }
  return { kind: 'message', draft, event }
}

function readComponent(body: unknown): FormatReading {
  const name = textAt(body, 'component', 'name') || 'A component'
  const now = textAt(body, 'component_update', 'new_status')
  const before = textAt(body, 'component_update', 'old_status')
  const state = stateOf(now)
  const was = before === '' ? '' : ` (was ${spaced(before)})`
  const draft: Draft = {
    title: `${name}: ${spaced(now) || 'changed'}${was}`,
    cards: [{ color: colorOf(state, ''), text: textAt(body, 'page', 'status_description') }],
  }
  const incident = textAt(body, 'component', 'id')
  return {
    kind: 'message',
    draft,
    event: { event: `component.${now || 'updated'}`, incident, state },
  }
}

function stateOf(status: string): NonNullable<EventFacts['state']> {
  if (CLOSED.has(status)) return 'closed'
  return status === 'investigating' || status.endsWith('outage') ? 'open' : 'update'
}

function colorOf(state: EventFacts['state'], impact: string): Color {
  if (state === 'closed') return 'good'
  if (impact === 'none') return 'neutral'
  return state === 'open' && impact !== 'minor' ? 'bad' : 'warning'
}

function spaced(status: string): string {
  return status.replaceAll('_', ' ')
}

function worded(status: string): string {
  const words = spaced(status) || 'updated'
  return words.charAt(0).toUpperCase() + words.slice(1)
}

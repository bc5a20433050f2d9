import { valueOf } from '../body-value.js'
import type { Card, Draft } from '../drafts/draft.js'
import { joined, prose, quote, type Text } from '../drafts/pieces.js'
import { between } from '../drafts/times.js'
import { factsOf } from '../event-facts.js'
import type { Format, FormatReading, FormatRequest } from '../format.js'
import { at, listAt, textAt, timeAt } from '../json-members.js'
import { entryOf } from '../own-entry.js'
import { isObject } from '../../model/json.js'
import { isWebUrl } from '../../text/links.js'
import { fieldsOf, type Meaning, titleOf, worded } from './event.js'

/** Only PagerDuty sends one of these. */
const MARKS = ['x-pagerduty-signature', 'x-webhook-subscription'] as const
const DELIVERY = 'x-webhook-id'

/** Webhooks of PagerDuty, version 3. */
export const pagerduty: Format = {
  name: 'pagerduty',
  title: 'PagerDuty',
  choosingHeaders: [...MARKS, DELIVERY],
  isMonitoring: true,
  detect: ({ headers, body }) => {
    if (MARKS.some((name) => headers[name] !== undefined)) return 'header'
    return body.kind === 'json' && isEvent(body.value) ? 'body' : null
  },
  read: (request) => {
    const event = at(valueOf(request.body), 'event')
    if (textAt(event, 'event_type') === '') {
      return { kind: 'refuse', path: 'event.event_type', reason: 'is missing' }
    }
    if (!isObject(at(event, 'data'))) {
      return { kind: 'refuse', path: 'event.data', reason: 'is missing' }
    }
    return readEvent(event, request)
  },
}

function isEvent(body: unknown): boolean {
  const event = at(body, 'event')
  return textAt(event, 'event_type') !== '' && isObject(at(event, 'data'))
}

type IncidentMeaning = Meaning & { readonly isSkipped?: true }

/** What happened to an incident. */
const INCIDENT: Readonly<Record<string, IncidentMeaning>> = {
  triggered: { word: 'Triggered', state: 'open', color: 'bad' },
  acknowledged: { word: 'Acknowledged', state: 'acknowledged', color: 'warning' },
  unacknowledged: { word: 'No longer acknowledged', state: 'open', color: 'bad' },
  reopened: { word: 'Reopened', state: 'open', color: 'bad' },
  resolved: { word: 'Resolved', state: 'closed', color: 'good' },
  escalated: { word: 'Escalated', state: 'update', color: 'bad' },
  reassigned: { word: 'Reassigned', state: 'update', color: 'warning' },
  delegated: { word: 'Delegated', state: 'update', color: 'warning' },
  priority_updated: { word: 'Priority changed', state: 'update', color: 'warning' },
  annotated: { word: 'Note', state: 'update', color: 'neutral' },
  status_update_published: { word: 'Status update', state: 'update', color: 'warning' },
  'responder.added': { word: 'Responder asked', state: 'update', color: 'neutral' },
  'responder.replied': { word: 'Responder replied', state: 'update', color: 'neutral' },
  'conference_bridge.updated': { word: 'Conference', state: 'update', color: 'neutral' },
  service_updated: { word: 'Service changed', state: 'update', color: 'neutral', isSkipped: true },
}

function readEvent(event: unknown, { headers }: FormatRequest): FormatReading {
  const type = textAt(event, 'event_type')
  const data = at(event, 'data')
  const deliveryId = headers[DELIVERY] ?? textAt(event, 'id')
  const when = timeAt(event, 'occurred_at')
  if (type === 'pagey.ping') {
    const draft = { title: 'PagerDuty is connected', text: prose(textAt(data, 'message')) }
    return { kind: 'message', draft, event: factsOf(type, { deliveryId, at: when }) }
  }
  const isIncident = type.startsWith('incident.')
  if (!isIncident) return readOther(event, type, deliveryId)
  const name = type.slice('incident.'.length)
  const known = answerIn(name, data) ?? entryOf(INCIDENT, name)
  const meaning: IncidentMeaning = known ?? {
    word: worded(name.replaceAll('.', ' ')),
    state: 'update',
    color: 'neutral',
    isSkipped: true,
  }
  const incident = textAt(incidentOf(data), 'id')
  return {
    kind: 'message',
    draft: draftOf(event, meaning, when),
    event: factsOf(type, { ...meaning, incident, deliveryId, at: when }),
    ...(meaning.isSkipped ? { isSkipped: true } : {}),
  }
}

/** What a responder answers; the message beside it is that of the request. */
const ANSWERS: Readonly<Record<string, IncidentMeaning>> = {
  accepted: { word: 'Responder accepted', state: 'update', color: 'good' },
  declined: { word: 'Responder declined', state: 'update', color: 'warning' },
}

function answerIn(name: string, data: unknown): IncidentMeaning | undefined {
  return name === 'responder.replied' ? entryOf(ANSWERS, textAt(data, 'state')) : undefined
}

function isAnswer(event: unknown): boolean {
  return textAt(event, 'event_type') === 'incident.responder.replied'
}

/** Of notes, responders and the like, the incident is a part. */
function incidentOf(data: unknown): unknown {
  return isObject(at(data, 'incident')) ? at(data, 'incident') : data
}

function draftOf(event: unknown, { word, color, state }: Meaning, when: number | null): Draft {
  const data = at(event, 'data')
  const incident = incidentOf(data)
  const name = textAt(incident, 'title') || textAt(incident, 'summary') || 'An incident'
  const lasted = state === 'closed' ? between(timeAt(incident, 'created_at'), when) : null
  const people = listAt(incident, 'assignees').map((each) => textAt(each, 'summary'))
  const bridge =
    textAt(data, 'conference_url') || textAt(data, 'conference_bridge', 'conference_url')
  const card: Card = {
    color,
    text: joined([byline(event), isAnswer(event) ? '' : saidIn(data)], '\n'),
    fields: fieldsOf(
      ['Service', textAt(incident, 'service', 'summary')],
      ['Priority', textAt(incident, 'priority', 'summary') || urgency(incident)],
      ['Assigned to', joined(people.slice(0, 5), ', ')],
      ['Responder', textAt(data, 'user', 'summary')],
    ),
    links: isWebUrl(bridge) ? [{ text: 'Join the conference', url: bridge }] : [],
  }
  return { title: titleOf(textAt(incident, 'html_url'), word, name, lasted), cards: [card] }
}

function urgency(incident: unknown): string {
  const text = textAt(incident, 'urgency')
  return text === '' ? '' : `${worded(text)} urgency`
}

/** Who did it, where it was a person. */
function byline(event: unknown): string {
  const isPerson = textAt(event, 'agent', 'type') === 'user_reference'
  const name = textAt(event, 'agent', 'summary')
  const merged = textAt(event, 'data', 'resolve_reason', 'incident', 'summary')
  const into = merged === '' ? '' : `merged into ${merged}`
  const by = isPerson && name !== '' ? `by ${name}` : ''
  return worded([into, by].filter((part) => part !== '').join(' '))
}

/** What somebody wrote: a note, a status update, or a request to a responder. */
function saidIn(data: unknown): Text {
  const text = textAt(data, 'content') || textAt(data, 'message')
  return text === '' ? '' : quote(prose(text))
}

/** Services and what else can be subscribed to. */
function readOther(event: unknown, type: string, deliveryId: string): FormatReading {
  const data = at(event, 'data')
  const name = textAt(data, 'name') || textAt(data, 'summary')
  const facts = factsOf(type, { deliveryId, at: timeAt(event, 'occurred_at') })
  if (name === '') return { kind: 'skip', event: facts }
  const word = worded(type.replaceAll('.', ' '))
  const draft: Draft = { title: titleOf(textAt(data, 'html_url'), word, name) }
  return { kind: 'message', draft, event: facts, isSkipped: true }
}

import {
  acknowledged,
  at,
  capital,
  closed,
  entryOf,
  firstText,
  hasObjects,
  hasStrings,
  hasTexts,
  joined,
  listAt,
  type Meaning,
  note,
  notKnown,
  open,
  phrase,
  prose,
  quote,
  type Report,
  reporter,
  type Table,
  type Text,
  textAt,
  update,
  valueOf,
  worded,
} from '../kit.js'

const DELIVERY = 'x-webhook-id'

const OF_EVENT = {
  event: (body) => typeOf(body),
  deliveryId: [(_, { headers }) => headers[DELIVERY] ?? '', 'event.id'],
  at: 'event.occurred_at',
} satisfies Partial<Report>

/** Webhooks of PagerDuty, version 3. */
export const pagerduty = reporter({
  name: 'pagerduty',
  title: 'PagerDuty',
  isMonitoring: true,
  facts: {
    severity: ['incident.priority.summary', 'incident.urgency'],
    service: ['incident.service.summary', 'service.summary'],
  },
  // It waits five seconds in all.
  patience: 4_000,
  headers: ['x-pagerduty-signature', 'x-webhook-subscription'],
  choosingHeaders: [DELIVERY],
  looksLike: (body) => hasStrings(at(body, 'event'), 'event_type'),
  advice: "use PagerDuty's Slack extension, or translate the event to text",
  claims: isOf(''),
  needs: ['event.event_type', 'event.data'],
  expected: 'is missing',
  bodyOf: ({ body }) => {
    const event = at(valueOf(body), 'event')
    if (!hasTexts(event, 'event_type')) return null
    const data = at(event, 'data')
    // Of notes, responders and the like, the incident is a part.
    return { event, data, incident: hasObjects(data, 'incident') ? at(data, 'incident') : data }
  },
  reports: [
    {
      ...OF_EVENT,
      when: isOf('pagey.ping'),
      title: () => 'PagerDuty is connected',
      text: 'data.message',
    },
    {
      ...OF_EVENT,
      when: isOf('incident.'),
      meaning: meaningOf,
      name: ['incident.title', 'incident.summary', () => 'An incident'],
      by: personOf,
      url: 'incident.html_url',
      began: 'incident.created_at',
      text: (body) => joined([byline(body), saidIn(body)], '\n'),
      fields: {
        Service: 'incident.service.summary',
        Priority: ['incident.priority.summary', urgency],
        'Assigned to': (body) => {
          const people = listAt(body, 'incident.assignees').map((each) => textAt(each, 'summary'))
          return joined(people.slice(0, 5), ', ')
        },
        Responder: 'data.user.summary',
      },
      links: {
        'Join the conference': ['data.conference_url', 'data.conference_bridge.conference_url'],
      },
      incident: 'incident.id',
    },
    {
      // Services and what else can be subscribed to.
      ...OF_EVENT,
      when: isOf(''),
      meaning: (body) => {
        const usual = note(worded(typeOf(body).replaceAll('.', ' ')))
        return typeOf(body).startsWith('service.') ? { ...usual, isSkipped: true } : notKnown(usual)
      },
      name: ['data.name', 'data.summary'],
      url: 'data.html_url',
    },
  ],
})

function typeOf(body: unknown): string {
  return textAt(body, 'event.event_type')
}

/** Whether a body is an event whose type begins so. */
function isOf(start: string): (body: unknown) => boolean {
  return (body) => {
    const type = typeOf(body)
    return type !== '' && type.startsWith(start) && hasObjects(body, 'event.data')
  }
}

/** What happened to an incident. */
const INCIDENT: Table<Meaning> = {
  triggered: open('Triggered'),
  acknowledged: acknowledged('Acknowledged'),
  unacknowledged: open('No longer acknowledged'),
  reopened: open('Reopened'),
  resolved: closed('Resolved'),
  escalated: update('Escalated', 'bad'),
  reassigned: update('Reassigned', 'warning'),
  delegated: update('Delegated', 'warning'),
  priority_updated: update('Priority changed', 'warning'),
  annotated: update('Note'),
  status_update_published: update('Status update', 'warning'),
  'responder.added': update('Responder asked'),
  'responder.replied': update('Responder replied'),
  'conference_bridge.updated': update('Conference'),
  service_updated: { isSkipped: true, ...update('Service changed') },
}

/** What a responder answers; the message beside it is that of the request. */
const ANSWERS: Table<Meaning> = {
  accepted: update('Responder accepted', 'good'),
  declined: update('Responder declined', 'warning'),
}

function isAnswer(body: unknown): boolean {
  return typeOf(body) === 'incident.responder.replied'
}

function meaningOf(body: unknown): Meaning {
  const name = typeOf(body).slice('incident.'.length)
  const answer = isAnswer(body) ? entryOf(ANSWERS, textAt(body, 'data.state')) : undefined
  return answer ?? entryOf(INCIDENT, name) ?? notKnown(update(worded(name.replaceAll('.', ' '))))
}

function urgency(body: unknown): string {
  const text = textAt(body, 'incident.urgency')
  return text && `${worded(text)} urgency`
}

/** Who did it, where it was a person. */
function personOf(body: unknown): string {
  const isPerson = textAt(body, 'event.agent.type') === 'user_reference'
  return isPerson ? textAt(body, 'event.agent.summary') : ''
}

function byline(body: unknown): string {
  const name = personOf(body)
  const merged = textAt(body, 'data.resolve_reason.incident.summary')
  const into = merged && `merged into ${merged}`
  return capital(phrase([into, name && `by ${name}`]))
}

/** What somebody wrote: a note, a status update, or a request to a responder. */
function saidIn(body: unknown): Text {
  const text = firstText(body, 'data.content', 'data.message')
  return text === '' || isAnswer(body) ? '' : quote(prose(text))
}

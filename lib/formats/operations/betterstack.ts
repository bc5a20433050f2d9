import {
  at,
  clock,
  entryOf,
  eventName,
  hasStrings,
  isObject,
  joined,
  listAt,
  type Meaning,
  phrase,
  prose,
  quote,
  reporter,
  type Table,
  textAt,
  textOf,
  timeAt,
  worded,
} from '../kit.js'

const INCIDENT: Table<Meaning> = {
  started: { word: 'Started', state: 'open', color: 'bad' },
  acknowledged: { word: 'Acknowledged', state: 'acknowledged', color: 'warning' },
  resolved: { word: 'Resolved', state: 'closed', color: 'good' },
  reopened: { word: 'Reopened', state: 'open', color: 'bad' },
  comment: { word: 'Comment', state: 'update', color: 'neutral' },
}

/** Outgoing webhooks of Better Stack Uptime, which was Better Uptime. */
export const betterstack = reporter({
  name: 'betterstack',
  title: 'Better Stack',
  isMonitoring: true,
  claims: (body) => isIncident(body) || isMonitor(body),
  needs: ['data.type', 'data.attributes'],
  reports: [
    {
      when: (body) => isOf(body, 'incident'),
      event: (body) => eventName('incident', happened(body)),
      meaning: meaningOf,
      name: ['data.attributes.name', 'data.attributes.url', () => 'An incident'],
      by: personOf,
      url: 'data.attributes.url',
      text: [
        (body) => quote(prose(textAt(body, 'comment', 'content'))),
        (body) => joined([attribute(body, 'cause'), byline(body)], '\n'),
      ],
      fields: {
        Since: (body, request) =>
          happened(body) === 'resolved' ? '' : clock('data.attributes.started_at')(body, request),
        Team: 'data.attributes.team_name',
        Regions: (body) => phrase(listAt(body, 'data', 'attributes', 'regions').map(textOf), ', '),
      },
      links: {
        Screenshot: 'data.attributes.screenshot_url',
        Response: 'data.attributes.response_url',
      },
      incident: 'data.id',
      began: 'data.attributes.started_at',
      at: (body) => timeAt(body, 'data', 'attributes', `${happened(body)}_at`),
    },
    {
      // What happens to monitors themselves, and to who is on call.
      event: (body) => eventName(textAt(body, 'data', 'type'), changeOf(body)),
      meaning: (body) => ({
        word: worded(phrase([textAt(body, 'data', 'type'), changeOf(body)])),
        color: 'neutral',
        isSkipped: true,
      }),
      name: ['data.attributes.pronounceable_name', 'data.attributes.name', 'data.attributes.url'],
      url: 'data.attributes.url',
    },
  ],
})

function isOf(body: unknown, type: string): boolean {
  return textAt(body, 'data', 'type') === type && isObject(at(body, 'data', 'attributes'))
}

function isIncident(body: unknown): boolean {
  const attributes = at(body, 'data', 'attributes')
  const isTimed =
    hasStrings(attributes, 'started_at') && at(attributes, 'resolved_at') !== undefined
  return isOf(body, 'incident') && isTimed
}

function isMonitor(body: unknown): boolean {
  return isOf(body, 'monitor') && hasStrings(at(body, 'data', 'attributes'), 'pronounceable_name')
}

function attribute(body: unknown, name: string): string {
  return textAt(body, 'data', 'attributes', name)
}

/** Not every body names an event that is known; the status and the times of the incident say it too. */
function happened(body: unknown): string {
  const status = attribute(body, 'status').toLowerCase()
  const event = textAt(body, 'event').toLowerCase()
  if (entryOf(INCIDENT, event)) return event
  const ends = ['resolved', 'acknowledged']
  return status || (ends.find((name) => attribute(body, `${name}_at`) !== '') ?? 'started')
}

function meaningOf(body: unknown): Meaning {
  const word = worded(happened(body))
  const unknown: Meaning = { word, state: 'update', color: 'neutral', isSkipped: true }
  return entryOf(INCIDENT, happened(body)) ?? unknown
}

function changeOf(body: unknown): string {
  return textAt(body, 'event') || 'changed'
}

function personOf(body: unknown): string {
  return attribute(body, `${happened(body)}_by`)
}

function byline(body: unknown): string {
  const name = personOf(body)
  return name === '' ? '' : `By ${name}`
}

import {
  acknowledged,
  at,
  clock,
  closed,
  entryOf,
  eventName,
  hasObjects,
  hasStrings,
  joined,
  listAt,
  type Meaning,
  note,
  notKnown,
  open,
  phrase,
  prose,
  quote,
  reporter,
  type Table,
  textAt,
  textOf,
  timeAt,
  update,
  worded,
} from '../kit.js'

const INCIDENT: Table<Meaning> = {
  started: open('Started'),
  acknowledged: acknowledged('Acknowledged'),
  resolved: closed('Resolved'),
  reopened: open('Reopened'),
  comment: update('Comment'),
}

/** Outgoing webhooks of Better Stack Uptime, which was Better Uptime. */
export const betterstack = reporter({
  name: 'betterstack',
  title: 'Better Stack',
  isMonitoring: true,
  facts: { service: ['data.attributes.name', 'data.attributes.monitor_name'] },
  claims: (body) =>
    isIncident(body) ||
    (isOf(body, 'monitor') && hasStrings(body, 'data.attributes.pronounceable_name')),
  needs: ['data.type', 'data.attributes'],
  reports: [
    {
      when: (body) => isOf(body, 'incident'),
      event: (body) => eventName('incident', happened(body)),
      meaning: (body) =>
        entryOf(INCIDENT, happened(body)) ?? notKnown(update(worded(happened(body)))),
      name: ['data.attributes.name', 'data.attributes.url', () => 'An incident'],
      by: personOf,
      url: 'data.attributes.url',
      text: [
        (body) => quote(prose(textAt(body, 'comment.content'))),
        (body) => joined([attribute(body, 'cause'), byline(body)], '\n'),
      ],
      fields: {
        Since: (body, request) =>
          happened(body) === 'resolved' ? '' : clock('data.attributes.started_at')(body, request),
        Team: 'data.attributes.team_name',
        Regions: (body) => phrase(listAt(body, 'data.attributes.regions').map(textOf), ', '),
      },
      links: {
        Screenshot: 'data.attributes.screenshot_url',
        Response: 'data.attributes.response_url',
      },
      incident: 'data.id',
      began: 'data.attributes.started_at',
      at: (body) => timeAt(body, `data.attributes.${happened(body)}_at`),
    },
    {
      // What happens to monitors themselves, and to who is on call.
      event: (body) => eventName(textAt(body, 'data.type'), changeOf(body)),
      meaning: (body) => ({
        isSkipped: true,
        ...note(worded(phrase([textAt(body, 'data.type'), changeOf(body)]))),
      }),
      name: ['data.attributes.pronounceable_name', 'data.attributes.name', 'data.attributes.url'],
      url: 'data.attributes.url',
    },
  ],
})

function isOf(body: unknown, type: string): boolean {
  return textAt(body, 'data.type') === type && hasObjects(body, 'data.attributes')
}

function isIncident(body: unknown): boolean {
  const isTimed =
    hasStrings(body, 'data.attributes.started_at') &&
    at(body, 'data.attributes.resolved_at') !== undefined
  return isOf(body, 'incident') && isTimed
}

function attribute(body: unknown, name: string): string {
  return textAt(body, `data.attributes.${name}`)
}

/** Not every body names an event that is known; the status and the times of the incident say it too. */
function happened(body: unknown): string {
  const status = attribute(body, 'status').toLowerCase()
  const event = textAt(body, 'event').toLowerCase()
  if (entryOf(INCIDENT, event)) return event
  const ends = ['resolved', 'acknowledged']
  return status || (ends.find((name) => attribute(body, `${name}_at`) !== '') ?? 'started')
}

function changeOf(body: unknown): string {
  return textAt(body, 'event') || 'changed'
}

function personOf(body: unknown): string {
  return attribute(body, `${happened(body)}_by`)
}

function byline(body: unknown): string {
  const name = personOf(body)
  return name && `By ${name}`
}

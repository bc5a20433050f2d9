import {
  at,
  fieldValueOf,
  type FormatRequest,
  hasObjects,
  hasStrings,
  isObject,
  listAt,
  type Meaning,
  minute,
  numberAt,
  phrase,
  type Report,
  reporter,
  textAt,
  valueOf,
} from '../kit.js'

/** By the number of the status. */
const STATUS: readonly Meaning[] = [
  { word: 'Down', state: 'open', color: 'bad' },
  { word: 'Up', state: 'closed', color: 'good' },
  { word: 'Pending', state: 'update', color: 'warning' },
  { word: 'Maintenance', state: 'update', color: 'neutral' },
]

/** Webhooks of Uptime Kuma, as JSON or as a form. */
export const uptimekuma = reporter({
  name: 'uptimekuma',
  title: 'Uptime Kuma',
  isMonitoring: true,
  bodyOf: noticeOf,
  needs: 'msg',
  reports: [
    ...STATUS.map(beat),
    {
      // A test, or a certificate or domain that will expire.
      when: (notice) => textAt(notice, 'msg') !== '' || hasObjects(notice, 'heartbeat'),
      event: () => 'message',
      meaning: { word: 'Uptime Kuma', color: 'neutral' },
      name: ['msg', () => 'a message'],
    },
  ],
  detect: (request) => (isNotice(noticeOf(request)) ? 'body' : null),
})

function noticeOf({ body }: FormatRequest): unknown {
  return body.kind === 'fields' ? fieldValueOf(body, 'data') : valueOf(body)
}

/** `heartbeat` and `monitor` are null in a test, but they are there. */
function isNotice(notice: unknown): boolean {
  const parts = ['heartbeat', 'monitor'].map((name) => at(notice, name))
  const areThere = parts.every((part) => part === null || isObject(part))
  return areThere && hasStrings(notice, 'msg')
}

function beat(meaning: Meaning, status: number): Report {
  const time = (notice: unknown): number | null => timeOf(textAt(notice, 'heartbeat', 'time'))
  return {
    when: (notice) => numberAt(notice, 'heartbeat', 'status') === status,
    event: () => meaning.word.toLowerCase(),
    meaning,
    name: ['monitor.pathName', 'monitor.name', () => 'A monitor'],
    url: pageOf,
    text: 'heartbeat.msg',
    fields: {
      Address: addressOf,
      'Response time': (notice) => {
        const ping = numberAt(notice, 'heartbeat', 'ping')
        return ping === null ? '' : `${ping} ms`
      },
      Since: (notice) => {
        const since = time(notice)
        return since === null || meaning.state === 'closed' ? '' : minute(since)
      },
      Tags: tagsOf,
    },
    incident: ['monitor.id', 'heartbeat.monitorID'],
    at: time,
    began: (notice) =>
      timeOf(
        textAt(notice, 'heartbeat', 'lastDownTime') || textAt(notice, 'monitor', 'lastDownTime'),
      ),
  }
}

/** The page that is watched. Monitors of other kinds have an address that is only a scheme. */
function pageOf(notice: unknown): string {
  const url = textAt(notice, 'monitor', 'url')
  return /^https?:\/\/[^/]/i.test(url.slice(0, 20)) ? url : ''
}

function addressOf(notice: unknown): string {
  const host = textAt(notice, 'monitor', 'hostname')
  return host === '' ? '' : phrase([host, textAt(notice, 'monitor', 'port')], ':')
}

function tagsOf(notice: unknown): string {
  const tags = listAt(notice, 'monitor', 'tags').slice(0, 5)
  return phrase(
    tags.map((tag) => phrase([textAt(tag, 'name'), textAt(tag, 'value')], ': ')),
    ', ',
  )
}

/** `2026-09-19 10:00:03.120`, which is UTC. */
function timeOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(text)) return null
  const iso = text.slice(0, 40).replace(' ', 'T')
  const time = Date.parse(/[Zz]$|[+-]\d\d:?\d\d$/.test(iso) ? iso : `${iso}Z`)
  return Number.isFinite(time) && time > 0 ? time : null
}

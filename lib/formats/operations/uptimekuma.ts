import {
  at,
  clock,
  closed,
  enumerated,
  fieldValueOf,
  type FormatRequest,
  hasObjects,
  hasStrings,
  hasTexts,
  isObject,
  listAt,
  type Meaning,
  note,
  numberAt,
  open,
  phrase,
  type Report,
  reporter,
  textAt,
  update,
  valueOf,
} from '../kit.js'

/** By the number of the status. */
const STATUS: readonly Meaning[] = [
  open('Down'),
  closed('Up'),
  update('Pending', 'warning'),
  update('Maintenance'),
]

/** Webhooks of Uptime Kuma, as JSON or as a form. */
export const uptimekuma = reporter({
  name: 'uptimekuma',
  title: 'Uptime Kuma',
  isMonitoring: true,
  facts: { service: 'monitor.name' },
  bodyOf: noticeOf,
  needs: 'msg',
  reports: [
    ...STATUS.map(beat),
    {
      // A test, or a certificate or domain that will expire.
      when: (notice) => hasTexts(notice, 'msg') || hasObjects(notice, 'heartbeat'),
      event: () => 'message',
      meaning: note('Uptime Kuma'),
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
  return {
    when: (notice) => numberAt(notice, 'heartbeat.status') === status,
    event: () => meaning.word.toLowerCase(),
    meaning,
    name: ['monitor.pathName', 'monitor.name', () => 'A monitor'],
    url: pageOf,
    text: 'heartbeat.msg',
    fields: {
      Address: addressOf,
      'Response time': (notice) => {
        const ping = numberAt(notice, 'heartbeat.ping')
        return ping === null ? '' : `${ping} ms`
      },
      Since: meaning.state === 'closed' ? [] : clock('heartbeat.time'),
      Tags: tagsOf,
    },
    incident: ['monitor.id', 'heartbeat.monitorID'],
    at: 'heartbeat.time',
    began: ['heartbeat.lastDownTime', 'monitor.lastDownTime'],
  }
}

/** The page that is watched. Monitors of other kinds have an address that is only a scheme. */
function pageOf(notice: unknown): string {
  const url = textAt(notice, 'monitor.url')
  return /^https?:\/\/[^/]/i.test(url.slice(0, 20)) ? url : ''
}

function addressOf(notice: unknown): string {
  const host = textAt(notice, 'monitor.hostname')
  return host && phrase([host, textAt(notice, 'monitor.port')], ':')
}

function tagsOf(notice: unknown): string {
  const tags = listAt(notice, 'monitor.tags')
  return enumerated(tags.map((tag) => phrase([textAt(tag, 'name'), textAt(tag, 'value')], ': ')))
}

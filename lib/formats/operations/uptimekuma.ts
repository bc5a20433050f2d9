import type { Card, Draft } from '../drafts/draft.js'
import { prose } from '../drafts/pieces.js'
import { fieldJson } from '../../native/body/form-json.js'
import { valueOf } from '../body-value.js'
import { between, minute } from '../drafts/times.js'
import { factsOf } from '../event-facts.js'
import type { Format, FormatBody, FormatReading } from '../format.js'
import { at, listAt, numberAt, textAt } from '../json-members.js'
import { isObject } from '../../model/json.js'
import { fieldsOf, type Meaning, titleOf } from './event.js'

/** Webhooks of Uptime Kuma, as JSON or as a form. */
export const uptimekuma: Format = {
  name: 'uptimekuma',
  title: 'Uptime Kuma',
  isMonitoring: true,
  detect: ({ body }) => (isNotice(noticeOf(body)) ? 'body' : null),
  read: ({ body }) => {
    const notice = noticeOf(body)
    if (isObject(at(notice, 'heartbeat'))) return readBeat(notice)
    if (textAt(notice, 'msg') === '') return { kind: 'refuse', path: 'msg', reason: 'is missing' }
    return readText(notice)
  },
}

function noticeOf(body: FormatBody): unknown {
  if (body.kind !== 'fields') return valueOf(body)
  return body.fields.some(([name]) => name === 'data') ? fieldJson(body.fields, 'data') : null
}

/** `heartbeat` and `monitor` are null in a test, but they are there. */
function isNotice(notice: unknown): boolean {
  if (typeof at(notice, 'msg') !== 'string') return false
  return isPart(at(notice, 'heartbeat')) && isPart(at(notice, 'monitor'))
}

function isPart(value: unknown): boolean {
  return value === null || isObject(value)
}

const STATUS: readonly (Meaning & { readonly event: string })[] = [
  { event: 'down', word: 'Down', state: 'open', color: 'bad' },
  { event: 'up', word: 'Up', state: 'closed', color: 'good' },
  { event: 'pending', word: 'Pending', state: 'update', color: 'warning' },
  { event: 'maintenance', word: 'Maintenance', state: 'update', color: 'neutral' },
]

function readBeat(notice: unknown): FormatReading {
  const beat = at(notice, 'heartbeat')
  const monitor = at(notice, 'monitor')
  const meaning = STATUS[numberAt(beat, 'status') ?? -1]
  if (!meaning) return readText(notice)
  const name = textAt(monitor, 'pathName') || textAt(monitor, 'name') || 'A monitor'
  const when = timeOf(textAt(beat, 'time'))
  const isUp = meaning.state === 'closed'
  const lasted = isUp ? between(timeOf(downSince(notice)), when) : null
  const card: Card = {
    color: meaning.color,
    text: prose(textAt(beat, 'msg')),
    fields: fieldsOf(
      ['Address', hostOf(monitor)],
      ['Response time', ping(beat)],
      ['Since', isUp || when === null ? '' : minute(when)],
      ['Tags', tagsOf(monitor)],
    ),
  }
  const draft: Draft = {
    title: titleOf(pageOf(monitor), meaning.word, name, lasted),
    cards: [card],
  }
  const incident = textAt(monitor, 'id') || textAt(beat, 'monitorID')
  const facts = factsOf(meaning.event, { incident, state: meaning.state, at: when })
  return { kind: 'message', draft, event: facts }
}

/** A test, or a certificate or domain that will expire. */
function readText(notice: unknown): FormatReading {
  const draft: Draft = { title: titleOf('', 'Uptime Kuma', textAt(notice, 'msg') || 'a message') }
  return { kind: 'message', draft, event: factsOf('message', {}) }
}

function ping(beat: unknown): string {
  const time = numberAt(beat, 'ping')
  return time === null ? '' : `${time} ms`
}

function downSince(notice: unknown): string {
  return textAt(notice, 'heartbeat', 'lastDownTime') || textAt(notice, 'monitor', 'lastDownTime')
}

/** The page that is watched. Monitors of other kinds have an address that is only a scheme. */
function pageOf(monitor: unknown): string {
  const url = textAt(monitor, 'url')
  return /^https?:\/\/[^/]/i.test(url.slice(0, 20)) ? url : ''
}

function hostOf(monitor: unknown): string {
  const host = textAt(monitor, 'hostname')
  const port = textAt(monitor, 'port')
  return host !== '' && port !== '' ? `${host}:${port}` : host
}

function tagsOf(monitor: unknown): string {
  return listAt(monitor, 'tags')
    .slice(0, 5)
    .map((tag) => [textAt(tag, 'name'), textAt(tag, 'value')].filter((part) => part !== ''))
    .map((parts) => parts.join(': '))
    .filter((text) => text !== '')
    .join(', ')
}

/** `2026-09-19 10:00:03.120`, which is UTC. */
function timeOf(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d/.test(text)) return null
  const iso = text.slice(0, 40).replace(' ', 'T')
  const time = Date.parse(/[Zz]$|[+-]\d\d:?\d\d$/.test(iso) ? iso : `${iso}Z`)
  return Number.isFinite(time) && time > 0 ? time : null
}

import { valueOf } from '../body-value.js'
import type { Card, Color, Draft } from '../drafts/draft.js'
import { beginningOf, prose, type Text } from '../drafts/pieces.js'
import { factsOf } from '../event-facts.js'
import type { Format, FormatReading } from '../format.js'
import { isObject } from '../../model/json.js'
import { numberAt, textAt } from '../json-members.js'
import { entryOf } from '../own-entry.js'
import { eventName, fieldsOf, type Meaning, titleOf } from './event.js'

/**
 * Datadog, whose users write the body of a webhook themselves (docs/formats.md has one), or send the
 * one that Datadog suggests. It is named by the URL.
 */
export const datadog: Format = {
  name: 'datadog',
  title: 'Datadog',
  isMonitoring: true,
  read: ({ body }) => {
    const value = valueOf(body)
    if (!isObject(value))
      return { kind: 'refuse', path: '', reason: 'the body is not a JSON object' }
    const title = headOf(value)
    if (title.name === '') return { kind: 'refuse', path: 'title', reason: 'is missing' }
    return readEvent(value, title)
  },
}

/** What became of a monitor. */
const TRANSITIONS: Readonly<Record<string, Meaning>> = {
  triggered: { word: 'Triggered', state: 'open', color: 'bad' },
  're-triggered': { word: 'Triggered again', state: 'open', color: 'bad' },
  warn: { word: 'Warning', state: 'open', color: 'warning' },
  're-warn': { word: 'Warning again', state: 'open', color: 'warning' },
  'no data': { word: 'No data', state: 'open', color: 'warning' },
  're-no data': { word: 'Still no data', state: 'open', color: 'warning' },
  renotify: { word: 'Still triggered', state: 'open', color: 'bad' },
  recovered: { word: 'Recovered', state: 'closed', color: 'good' },
}

/** For events without a monitor that changes. */
const KINDS: Readonly<Record<string, Color>> = {
  error: 'bad',
  warning: 'warning',
  success: 'good',
  p1: 'bad',
  p2: 'bad',
  p3: 'warning',
}

/** A member whose variable Datadog has filled in. */
function sentAt(body: unknown, name: string): string {
  const text = textAt(body, name).trim()
  return /^\$[A-Z][A-Z_]*$/.test(text.slice(0, 64)) ? '' : text
}

/** A title, taken apart: `[P1] [Triggered on {host:web-01}] CPU is high`. */
interface Head {
  readonly name: string
  readonly transition: string
  readonly scope: string
}

function headOf(body: unknown): Head {
  const ofEvent = withoutState(sentAt(body, 'title'))
  const ofAlert = withoutState(sentAt(body, 'alert_title'))
  return {
    name: ofAlert.name || ofEvent.name,
    transition: ofAlert.transition || ofEvent.transition,
    scope: ofAlert.scope || ofEvent.scope,
  }
}

/** Brackets before a name: the state, the priority, or what the users of it write there. */
const MOST_BRACKETS = 3

function withoutState(title: string): Head {
  const kept: string[] = []
  let rest = title
  for (let count = 0; count < MOST_BRACKETS && rest.startsWith('['); count += 1) {
    const end = rest.indexOf('] ')
    if (end === -1) break
    const [word = '', ...scope] = rest.slice(1, end).split(' on ')
    const after = rest.slice(end + 2).trim()
    const transition = word.trim().toLowerCase()
    if (entryOf(TRANSITIONS, transition)) {
      return { name: [...kept, after].join(' '), transition, scope: scopeOf(scope.join(' on ')) }
    }
    kept.push(rest.slice(0, end + 1))
    rest = after
  }
  return { name: title, transition: '', scope: '' }
}

/** `{host:web-01}` without the brackets. */
function scopeOf(text: string): string {
  return text.startsWith('{') && text.endsWith('}') ? text.slice(1, -1) : text
}

function readEvent(body: unknown, { name, transition: fromName, scope }: Head): FormatReading {
  const transition = sentAt(body, 'alert_transition').toLowerCase() || fromName
  const host = sentAt(body, 'hostname')
  const meaning = entryOf(TRANSITIONS, transition)
  const kind = sentAt(body, 'alert_type') || sentAt(body, 'priority')
  const card: Card = {
    color: meaning?.color ?? entryOf(KINDS, kind.toLowerCase()) ?? 'neutral',
    text: textOf(sentAt(body, 'body') || sentAt(body, 'message') || sentAt(body, 'description')),
    fields: fieldsOf(
      ['Host', host],
      ['Scope', sentAt(body, 'alert_scope') || (host === '' ? scope : '')],
      ['Condition', sentAt(body, 'alert_status') || sentAt(body, 'query')],
      ['Tags', sentAt(body, 'tags')],
    ),
    imageUrl: sentAt(body, 'snapshot'),
  }
  const draft: Draft = {
    title: titleOf(sentAt(body, 'link'), meaning?.word ?? 'Datadog', name),
    cards: [card],
  }
  const incident = ['alert_cycle_key', 'aggreg_key', 'alert_id', 'monitor_id']
    .map((member) => sentAt(body, member))
    .find((text) => text !== '')
  const event = factsOf(eventName(transition || sentAt(body, 'event_type') || 'event'), {
    ...(incident === undefined ? {} : { incident }),
    state: meaning?.state,
    deliveryId: sentAt(body, 'id'),
    at: timeOf(body),
  })
  return { kind: 'message', draft, event }
}

function timeOf(body: unknown): number | null {
  const time = numberAt(body, 'date') ?? numberAt(body, 'last_updated')
  return time !== null && time > 1e12 && time < 1e14 ? time : null
}

/** Its Markdown without the marks around it, the picture, and the links to its own pages. */
function textOf(body: string): Text {
  const lines = beginningOf(body)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '%%%' && line !== '- - -')
    .filter((line) => !['[![', '![', '[['].some((start) => line.startsWith(start)))
  return prose(lines.join('\n').trim())
}

import { valueOf } from '../body-value.js'
import type { Card, Draft } from '../drafts/draft.js'
import { prose } from '../drafts/pieces.js'
import { duration, minute } from '../drafts/times.js'
import { factsOf } from '../event-facts.js'
import type { Format, FormatReading } from '../format.js'
import { at, numberAt, textAt, timeAt } from '../json-members.js'
import { entryOf } from '../own-entry.js'
import { eventName, fieldsOf, type Meaning, titleOf, worded } from './event.js'

/**
 * Healthchecks, whose users write the body of a webhook themselves: `$JSON`, or the one in
 * docs/formats.md. It is named by the URL.
 */
export const healthchecks: Format = {
  name: 'healthchecks',
  title: 'Healthchecks.io',
  isMonitoring: true,
  read: ({ body }) => {
    const value = valueOf(body)
    if (isCheck(value)) return readCheck(value)
    if (body.kind !== 'text' || body.text.trim() === '') {
      return { kind: 'refuse', path: 'name', reason: 'is missing' }
    }
    const draft: Draft = { title: titleOf('', 'Healthchecks', body.text) }
    return { kind: 'message', draft, event: { event: 'message' } }
  },
}

/** A check needs no name. */
function isCheck(value: unknown): boolean {
  if (textAt(value, 'name') !== '') return true
  return at(value, 'name') === '' && textAt(value, 'status') !== ''
}

function nameOf(check: unknown): string {
  const [code = ''] = ['code', 'uuid', 'unique_key']
    .map((name) => textAt(check, name).trim())
    .filter((text) => text !== '')
  const names = ['name', 'slug', 'tags'].map((name) => textAt(check, name).trim())
  return [...names, code.slice(0, SHORT_CODE)].find((text) => text !== '') ?? 'A check'
}

/** Characters of an identifier by which people tell one from another. */
const SHORT_CODE = 8

const STATUS: Readonly<Record<string, Meaning>> = {
  down: { word: 'Down', state: 'open', color: 'bad' },
  grace: { word: 'Late', state: 'update', color: 'warning' },
  up: { word: 'Up', state: 'closed', color: 'good' },
  started: { word: 'Started', state: 'update', color: 'neutral' },
  paused: { word: 'Paused', state: 'update', color: 'neutral' },
  new: { word: 'New', state: 'update', color: 'neutral' },
}

function readCheck(body: unknown): FormatReading {
  const status = textAt(body, 'status').toLowerCase()
  const { word, state, color } = entryOf(STATUS, status) ?? {
    word: status === '' ? 'Check' : worded(status),
    state: undefined,
    color: 'neutral' as const,
  }
  const name = nameOf(body)
  const last = timeAt(body, 'last_ping')
  const card: Card = {
    color,
    text: prose(textAt(body, 'desc')),
    fields: fieldsOf(
      ['Last ping', last === null ? '' : minute(last)],
      ['Expected', expectedOf(body)],
      ['Tags', textAt(body, 'tags') === name ? '' : textAt(body, 'tags')],
    ),
  }
  const draft: Draft = {
    title: titleOf(textAt(body, 'url'), word, name),
    cards: [card],
  }
  const incident = ['unique_key', 'uuid', 'code', 'slug', 'name']
    .map((name) => textAt(body, name))
    .find((text) => text !== '')
  const event = factsOf(eventName(status || 'message'), {
    ...(incident === undefined ? {} : { incident }),
    state,
    at: timeAt(body, 'now'),
  })
  return { kind: 'message', draft, event }
}

/** How often pings should come: so many seconds, or by a schedule. */
function expectedOf(body: unknown): string {
  const schedule = textAt(body, 'schedule')
  if (schedule !== '') return schedule
  const seconds = numberAt(body, 'timeout')
  return seconds === null || seconds <= 0 || seconds > 1e9
    ? ''
    : `every ${duration(seconds * 1_000)}`
}

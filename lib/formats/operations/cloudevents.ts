import { valueOf } from '../body-value.js'
import type { Card, Color, Draft } from '../drafts/draft.js'
import { joined, list, prose, type Text } from '../drafts/pieces.js'
import { factsOf } from '../event-facts.js'
import type { EventFacts, Format, FormatReading, FormatRequest } from '../format.js'
import { at, countAt, listAt, textAt, timeAt } from '../json-members.js'
import { fieldsOf, memberFields, titleOf } from './event.js'
import { jsonIn } from './json-in.js'

/**
 * CloudEvents 1.0 over HTTP: one as JSON, several in a batch, or one whose attributes are headers. The
 * senders first ask with `OPTIONS` whether they may send.
 */
export const cloudevents: Format = {
  name: 'cloudevents',
  title: 'CloudEvents',
  detect: ({ headers, body }) => {
    if (isBinary(headers) || isBatch(headers)) return 'header'
    return body.kind === 'json' && eventsIn(body.value).some(isEvent) ? 'body' : null
  },
  read: (request) => {
    if (isBinary(request.headers)) return readOne(binaryOf(request))
    const value = valueOf(request.body)
    // Empty batches are allowed, and say nothing.
    if (Array.isArray(value) && value.length === 0)
      return { kind: 'skip', event: { event: 'batch' } }
    const events = eventsIn(value).filter(isEvent)
    const [first] = events
    if (!first) return { kind: 'refuse', path: 'specversion', reason: 'is missing' }
    return events.length === 1 ? readOne(first) : readBatch(events, countAt(value))
  },
}

type Headers = FormatRequest['headers']

const ATTRIBUTES = ['id', 'source', 'type', 'subject', 'time'] as const

function isBinary(headers: Headers): boolean {
  return headers['ce-specversion'] !== undefined && (headers['ce-type'] ?? '') !== ''
}

function isBatch(headers: Headers): boolean {
  return (headers['content-type'] ?? '').startsWith('application/cloudevents-batch+json')
}

function binaryOf({ headers, body }: FormatRequest): unknown {
  const attributes = ATTRIBUTES.map((name): [string, string] => [
    name,
    decoded(headers[`ce-${name}`] ?? ''),
  ])
  const data = body.kind === 'text' ? body.text : valueOf(body)
  return { ...Object.fromEntries(attributes), data }
}

/** Headers have other characters as percent and two digits. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function eventsIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? listAt(value) : [value]
}

function isEvent(value: unknown): boolean {
  return ['specversion', 'type', 'source', 'id'].every((name) => textAt(value, name) !== '')
}

/** Members of the data that say what happened in a sentence. */
const SENTENCES = ['message', 'summary', 'description', 'title']

function readOne(event: unknown): FormatReading {
  const sent = at(event, 'data')
  const data = typeof sent === 'string' ? (jsonIn(sent) ?? sent) : sent
  const sentence = SENTENCES.find((name) => typeof at(data, name) === 'string') ?? ''
  const source = textAt(event, 'source')
  const card: Card = {
    color: colorOf(textAt(event, 'type')),
    text: prose(textAt(data) || textAt(data, sentence)),
    fields: fieldsOf(
      ['Source', source],
      ['Data', dataOf(event, data)],
      ...memberFields(data, new Set([sentence])),
    ),
  }
  const draft: Draft = { title: nameOf(event), cards: [card] }
  return { kind: 'message', draft, event: factsAbout(event) }
}

/** What data is that has no members to show. */
function dataOf(event: unknown, data: unknown): string {
  if (Array.isArray(data)) return data.length === 1 ? '1 element' : `${data.length} elements`
  if (data !== undefined || textAt(event, 'data_base64') === '') return ''
  const type = textAt(event, 'datacontenttype')
  return type === '' ? 'a file' : `a file (${type})`
}

function nameOf(event: unknown): Text {
  const type = textAt(event, 'type')
  const subject = textAt(event, 'subject')
  return titleOf('', subject === '' ? 'Event' : type, subject || type)
}

function readBatch(events: readonly unknown[], total: number): FormatReading {
  const [first] = events
  const items = events.map((event) => joined([nameOf(event), textAt(event, 'source')], ' · '))
  const draft: Draft = {
    title: `${total} events of ${textAt(first, 'source')}`,
    cards: [{ color: 'neutral', text: list(items, total) }],
  }
  return { kind: 'message', draft, event: factsOf('batch', {}) }
}

function factsAbout(event: unknown): EventFacts {
  const source = textAt(event, 'source')
  const subject = textAt(event, 'subject')
  const id = textAt(event, 'id')
  return factsOf(textAt(event, 'type'), {
    incident: subject === '' ? '' : `${source} ${subject}`,
    deliveryId: id === '' ? '' : `${source} ${id}`,
    at: timeAt(event, 'time'),
  })
}

/** Words that types end with. */
const ENDINGS: readonly (readonly [Color, readonly string[]])[] = [
  ['bad', ['failed', 'failure', 'error', 'fatal', 'critical', 'alarm']],
  ['warning', ['warning', 'degraded', 'pending', 'expiring']],
  ['good', ['succeeded', 'success', 'completed', 'resolved', 'recovered', 'passed']],
]

function colorOf(type: string): Color {
  const last = type.slice(type.lastIndexOf('.') + 1).toLowerCase()
  return ENDINGS.find(([, words]) => words.includes(last))?.[0] ?? 'neutral'
}

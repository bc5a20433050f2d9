import type { Color, Draft } from '../../drafts/draft.js'
import { prose } from '../../drafts/pieces.js'
import { factsOf } from '../../event-facts.js'
import type { FormatReading } from '../../format.js'
import { at, listAt, numberAt, textAt, textOf, timeAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { eventName, fieldsOf, titleOf, worded } from '../event.js'
import { type Delivery, lastOf } from './delivery.js'

/** Members of `detail` that name what an event is about, the best first. */
const NAMES = [
  ['alarmName'],
  ['title'],
  ['pipeline'],
  ['project-name'],
  ['stateMachineArn'],
  ['jobName'],
  ['instance-id'],
  ['service'],
  ['SourceIdentifier'],
  ['eventName'],
  ['name'],
] as const

/** Members of `detail` that say what became of it. */
const STATES = [
  ['state', 'value'],
  ['state'],
  ['build-status'],
  ['status'],
  ['lastStatus'],
  ['statusCode'],
] as const

const COLORS: readonly (readonly [Color, readonly string[]])[] = [
  ['bad', ['failed', 'failure', 'fault', 'alarm', 'error', 'timed_out', 'stopped', 'terminated']],
  ['warning', ['pending', 'started', 'in_progress', 'running', 'stopping', 'open']],
  ['good', ['succeeded', 'success', 'ok', 'completed', 'closed']],
]

/** An event of Amazon EventBridge; null for anything else. */
export function readEventBridge({ value, deliveryId, at: sentAt }: Delivery): FormatReading | null {
  const type = textAt(value, 'detail-type')
  const detail = at(value, 'detail')
  if (type === '' || !isObject(detail)) return null
  const status = firstOf(detail, STATES)
  const resource = lastOf(textOf(listAt(value, 'resources')[0]))
  const name = lastOf(firstOf(detail, NAMES)) || resource
  const shown = [name, status === '' ? '' : worded(status.toLowerCase())].filter(
    (text) => text !== '',
  )
  const draft: Draft = {
    title: titleOf('', type, shown.join(', ') || textAt(value, 'source') || 'an event'),
    cards: [
      {
        color: colorOf(detail, status),
        text: prose(sentenceIn(detail)),
        fields: fieldsOf(
          ['Resource', resource === name ? '' : resource],
          ['Region', textAt(value, 'region')],
          ['Account', textAt(value, 'account')],
        ),
      },
    ],
  }
  const incident = textOf(listAt(value, 'resources')[0])
  const event = factsOf(eventName(type), {
    incident: incident === '' ? '' : `${type} ${incident}`,
    deliveryId,
    at: timeAt(value, 'time') ?? sentAt,
  })
  return { kind: 'message', draft, event }
}

function firstOf(detail: unknown, paths: readonly (readonly string[])[]): string {
  return paths.map((path) => textAt(detail, ...path)).find((text) => text !== '') ?? ''
}

/** Findings have a severity, everything else a state. */
function colorOf(detail: unknown, status: string): Color {
  const severity = numberAt(detail, 'severity')
  if (severity !== null) return severity >= 7 ? 'bad' : 'warning'
  const lower = status.toLowerCase()
  return COLORS.find(([, words]) => words.includes(lower))?.[0] ?? 'neutral'
}

/** What happened, in the words of the service. */
function sentenceIn(detail: unknown): string {
  const [first] = listAt(detail, 'eventDescription')
  return (
    textAt(detail, 'state', 'reason') ||
    textAt(detail, 'description') ||
    textAt(first, 'latestDescription') ||
    textAt(detail, 'Message') ||
    textAt(detail, 'stoppedReason')
  )
}

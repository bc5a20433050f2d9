import type { CallError } from 'express-incoming-webhooks-ui/call'
import { countCodePoints } from 'express-incoming-webhooks-ui/code-points'
import { numberText } from 'express-incoming-webhooks-ui/numbers'
import type { RateLimit } from '../../../../lib/model/fields.js'
import type {
  CallerField,
  CallerName,
  CallerValues,
  FormGroup,
} from '../../../../lib/model/webhook-fields.js'
import type { Webhook } from '../../api/webhooks.js'
import { type Draft, FIELDS, namesIn } from './draft.js'

/** What is wrong with a field: in the list above the form, and under the field itself. */
export interface Fault {
  /** Its name in the API, which is the id of its control too. */
  readonly field: string
  readonly summary: string
  readonly text: string
}

/** Faults that can be found without the server. Lengths are in code points, as on the server. */
export function faultsOf(draft: Draft, before: Webhook | null): readonly Fault[] {
  const faultsIn = (group: FormGroup): readonly Fault[] =>
    namesIn(group).flatMap((name) => fieldFault(name, draft[name].value, before) ?? [])
  return [
    ...faultsIn('description'),
    ...(draft.channel === null ? [NO_CHANNEL] : []),
    ...faultsIn('posting'),
    ...faultsIn('appearance'),
    ...faultsIn('formats'),
    ...faultsIn('administrators'),
  ]
}

function fieldFault(
  name: CallerName,
  value: CallerValues[CallerName],
  before: Webhook | null,
): Fault | null {
  const field = FIELDS[name]
  if (field.kind === 'text' && typeof value === 'string') return textFault(field, value)
  if (typeof value === 'number') {
    return value === 0 || value > Date.now() || value === before?.[name]
      ? null
      : fault(field.wire, 'The date is not in the future', 'Choose a date in the future.')
  }
  if (value instanceof Object && 'perSecond' in value && !isRate(value)) {
    const advice = 'Enter two numbers above zero, or leave both empty.'
    return fault(field.wire, `${field.label} is incomplete`, advice)
  }
  return null
}

function textFault(field: CallerField & { readonly kind: 'text' }, text: string): Fault | null {
  const { wire, label, most, shape, required } = field
  const noun = label.charAt(0).toLowerCase() + label.slice(1)
  if (text === '') return required ? fault(wire, `${label} is missing`, `Enter a ${noun}.`) : null
  const length = countCodePoints(text)
  if (length > most) {
    const advice = `Shorten the ${noun} to ${most} characters. It has ${numberText(length)}.`
    return fault(wire, `${label} is too long`, advice)
  }
  if (shape !== 'url' || isHttpUrl(text)) return null
  const advice = 'Enter a complete URL that begins with https:// or http://.'
  return fault(wire, `${label} is incomplete`, advice)
}

function isRate({ perSecond, burst }: RateLimit): boolean {
  return perSecond > 0 && Number.isInteger(burst) && burst >= 1
}

const NO_CHANNEL = fault('channel_id', 'Channel is missing', 'Choose a channel.')
const CHANNEL_GONE = fault(
  'channel_id',
  "Couldn't find the channel",
  "Couldn't find the channel. It may have been archived. Choose another one.",
)

const SUMMARIES: ReadonlyMap<string, string> = new Map([
  ['channel_id', 'Channel was rejected'],
  ['user_id', 'Owner was rejected'],
  ...Object.values(FIELDS).map(({ wire, kind, label }): [string, string] => [
    wire,
    `${kind === 'time' ? 'The date' : label} was rejected`,
  ]),
])

/** The fault of a field that the server reported, or null. */
export function serverFault(error: CallError): Fault | null {
  if (error.id === 'app.channel.get.existing.app_error') return CHANNEL_GONE
  if (error.id === 'app.user.missing_account.const') {
    return fault('user_id', 'Owner not found', `“${error.message}”`)
  }
  const [where = '', ...reason] = error.detail.split(':')
  const field = /^\w+/.exec(where)?.[0] ?? ''
  const summary = SUMMARIES.get(field)
  if (summary === undefined) return null
  return fault(field, summary, `“${error.message}” ${reason.join(':').trim()}`.trim())
}

function fault(field: string, summary: string, text: string): Fault {
  return { field, summary, text }
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)
}

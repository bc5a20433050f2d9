import { numberText } from 'express-incoming-webhooks-ui/numbers'
import type { Wire } from 'express-incoming-webhooks-ui/wire'
import {
  fieldNames,
  type FieldsFor,
  initialValues,
  recordOf,
  toWire,
} from '../../../../lib/model/fields.js'
import {
  CALLER_FIELDS,
  type CallerField,
  type CallerName,
  type CallerValues,
  type FormGroup,
} from '../../../../lib/model/webhook-fields.js'
import { durationInWords } from '../../../../lib/text/durations.js'
import type { Channel, ListedUser } from '../../api/directory.js'
import type { Webhook } from '../../api/webhooks.js'
import { dateField, endOfDay, fullDate, inDays } from '../../state/time.js'

export const FIELDS: Readonly<Record<CallerName, CallerField>> = CALLER_FIELDS
const READERS: FieldsFor<CallerValues> = CALLER_FIELDS
const NAMES = fieldNames(CALLER_FIELDS)

export function namesIn(group: FormGroup): readonly CallerName[] {
  return NAMES.filter((name) => FIELDS[name].group === group)
}

/** What was typed into the controls of a field, and what it means. */
export interface Entered<Value> {
  /** The text of each control: of a checkbox `on` or `off`. */
  readonly typed: readonly string[]
  /** It may be wrong. What is no number and no date is NaN. */
  readonly value: Value
}

type AllEntered<Values> = { readonly [Name in keyof Values]: Entered<Values[Name]> }

/** The contents of a form. */
export interface Draft extends AllEntered<CallerValues> {
  readonly channel: Channel | null
  /** The owner of a new webhook; null is the caller. */
  readonly owner: ListedUser | null
}

export const EMPTY_DRAFT: Draft = {
  ...shown<CallerValues>(initialValues(CALLER_FIELDS), NAMES, typedFor),
  channel: null,
  owner: null,
}

export function draftOf(webhook: Webhook): Draft {
  const { channelId: id, teamId, channel: name, isPrivate } = webhook
  return {
    ...shown<CallerValues>(webhook, NAMES, typedFor),
    channel: { id, teamId, name, isPrivate },
    owner: null,
  }
}

/** As if somebody had typed these values. */
function shown<Values extends object>(
  values: Values,
  names: readonly (keyof Values & string)[],
  typedAs: (value: Values[keyof Values], name: keyof Values & string) => readonly string[],
): AllEntered<Values> {
  return recordOf<AllEntered<Values>>(names, (name) => {
    const value = values[name]
    return { typed: typedAs(value, name), value }
  })
}

function typedFor(value: CallerValues[CallerName], name: CallerName): readonly string[] {
  const { kind } = FIELDS[name]
  if (value === null) return []
  if (typeof value === 'string') return [value]
  if (typeof value === 'boolean') return [value ? 'on' : 'off']
  if (typeof value === 'number') {
    if (kind === 'period') return [value === 0 ? '' : `${value}`]
    return value === 0 ? ['never'] : ['date', dateField(value)]
  }
  if ('perSecond' in value) return [`${value.perSecond}`, `${value.burst}`]
  return [kind === 'rules' ? JSON.stringify(value) : value.join(', ')]
}

/** What somebody has typed. */
export function entered<Name extends CallerName>(
  name: Name,
  typed: readonly string[],
): Entered<CallerValues[Name]> {
  return { typed, value: READERS[name].fromWire(meaning(FIELDS[name], typed)) }
}

/** As the API would have it. */
function meaning(field: CallerField, [text = '', more = '']: readonly string[]): unknown {
  switch (field.kind) {
    case 'text':
      return field.shape === 'lines' ? text : text.trim()
    case 'flag':
      return text === 'on'
    case 'time':
      return timeOf(text, more)
    case 'rate':
      return `${text}${more}`.trim() === ''
        ? null
        : { per_second: Number(text), burst: Number(more) }
    case 'period':
      return text.trim() === '' ? 0 : Number(text)
    case 'choice':
    case 'names':
      return text
    case 'rules':
      return JSON.parse(text || '[]')
  }
}

/** Never, after a number of days, or at the end of a date. */
function timeOf(choice: string, date: string): number {
  if (choice === 'never') return 0
  return choice === 'date' ? endOfDay(date) : inDays(Number(choice))
}

/** A value in words. */
export function wordsOf(name: CallerName, value: CallerValues[CallerName]): string {
  const field = FIELDS[name]
  if (value === null || Number.isNaN(value)) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field.kind === 'period') return durationInWords(Number(value))
  if (typeof value === 'number') return value === 0 ? 'Never' : fullDate(value)
  if (typeof value === 'string') return (field.kind === 'choice' && field.words?.[value]) || value
  if (!('perSecond' in value)) return field.kind === 'rules' ? `${value.length}` : value.join(', ')
  return `${numberText(value.perSecond)} per second, burst ${numberText(value.burst)}`
}

/** The members that mean something else. */
export function changedNames(a: Draft, b: Draft): ReadonlySet<keyof Draft> {
  return new Set(fieldNames(EMPTY_DRAFT).filter((name) => meantBy(a[name]) !== meantBy(b[name])))
}

/** Channels and people are what their ids say. */
function meantBy(member: Draft[keyof Draft]): string {
  return JSON.stringify(member && ('value' in member ? member.value : member.id))
}

/** The request body. Only administrators may set rates and owners. */
export function inputOf(draft: Draft, admin: boolean): Wire {
  const names = NAMES.filter((name) => admin || !FIELDS[name].onlyAdministrators)
  const owner = draft.owner?.id.trim() ?? ''
  const fields: AllEntered<CallerValues> = draft
  const values = recordOf<CallerValues>(NAMES, (name) => fields[name].value)
  return {
    channel_id: draft.channel?.id ?? '',
    ...toWire<CallerValues>(CALLER_FIELDS, values, names),
    ...(admin && owner !== '' ? { user_id: owner } : {}),
  }
}

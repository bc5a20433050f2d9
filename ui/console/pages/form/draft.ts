import { fieldNames, initialValues, recordOf, splitNames } from '../../../../lib/model/fields.js'
import {
  CALLER_FIELDS,
  type CallerField,
  type CallerName,
  type CallerValues,
  type FormGroup,
} from '../../../../lib/model/webhook-fields.js'
import type { Channel } from '../../api/channels.js'
import type { ListedUser } from '../../api/users.js'
import type { Wire } from 'express-incoming-webhooks-ui/wire'
import type { Webhook } from '../../api/webhooks.js'
import { dateField, endOfDay, inDays } from '../../state/time.js'

export const FIELDS: Readonly<Record<CallerName, CallerField>> = CALLER_FIELDS
const NAMES = fieldNames(CALLER_FIELDS)

export function namesIn(group: FormGroup): readonly CallerName[] {
  return NAMES.filter((name) => FIELDS[name].group === group)
}

/** The contents of a form: the text of each field's control. */
export interface Draft extends Readonly<Record<CallerName, string>> {
  readonly channel: Channel | null
  /** The owner of a new webhook; null is the caller. */
  readonly owner: ListedUser | null
}

export const EMPTY_DRAFT: Draft = {
  ...controlTexts(initialValues<CallerValues>(CALLER_FIELDS)),
  channel: null,
  owner: null,
}

export function draftOf(webhook: Webhook): Draft {
  const { channelId: id, teamId, channel: name, isPrivate } = webhook
  return { ...controlTexts(webhook), channel: { id, teamId, name, isPrivate }, owner: null }
}

function controlTexts(values: CallerValues): Readonly<Record<CallerName, string>> {
  return recordOf<Record<CallerName, string>>(NAMES, (name) => controlText(values[name]))
}

/** Switches are `on` or `off`, times `never` or a date, rates two lines, names a list with commas. */
function controlText(value: CallerValues[CallerName]): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return value === 0 ? 'never' : dateField(value)
  return 'perSecond' in value ? `${value.perSecond}\n${value.burst}` : value.join(', ')
}

/** The members that differ. Channels and people are compared by their ids. */
export function changedNames(a: Draft, b: Draft): ReadonlySet<keyof Draft> {
  return new Set(
    fieldNames(EMPTY_DRAFT).filter((name) =>
      name === 'channel' || name === 'owner' ? a[name]?.id !== b[name]?.id : a[name] !== b[name],
    ),
  )
}

/** The request body. Only administrators may set rates and owners. */
export function inputOf(draft: Draft, before: Webhook | null, admin: boolean): Wire {
  const names = NAMES.filter((name) => admin || !FIELDS[name].onlyAdministrators)
  const owner = draft.owner?.id.trim() ?? ''
  return {
    channel_id: draft.channel?.id ?? '',
    ...Object.fromEntries(names.map((name) => [FIELDS[name].wire, sentValue(name, draft, before)])),
    ...(admin && owner !== '' ? { user_id: owner } : {}),
  }
}

function sentValue(name: CallerName, draft: Draft, before: Webhook | null): unknown {
  const field = FIELDS[name]
  const text = draft[name]
  switch (field.kind) {
    case 'text':
      return field.shape === 'lines' ? text : text.trim()
    case 'choice':
      return text
    case 'flag':
      return text === 'on'
    case 'time':
      return timeOf(text, before?.[name])
    case 'rate':
      return rateOf(text)
    case 'names':
      return splitNames(text)
  }
}

/**
 * The time in a control: 0 is never, NaN is an invalid date. An unchanged date keeps its exact
 * milliseconds.
 */
export function timeOf(text: string, before: unknown): number {
  if (text === 'never') return 0
  if (/^\d+$/.test(text)) return inDays(Number(text))
  const isUntouched = typeof before === 'number' && before !== 0 && dateField(before) === text
  return isUntouched ? before : endOfDay(text)
}

/** Both numbers of a rate as they were typed. */
export function rateParts(text: string): readonly [perSecond: string, burst: string] {
  const [perSecond = '', burst = ''] = text.split('\n')
  return [perSecond, burst]
}

function rateOf(text: string): Wire | null {
  if (text.trim() === '') return null
  const [perSecond, burst] = rateParts(text)
  return { per_second: Number(perSecond), burst: Number(burst) }
}

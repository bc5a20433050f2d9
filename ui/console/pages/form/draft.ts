import { countText, numberText } from 'express-incoming-webhooks-ui'
import { isRule } from '../../../../lib/model/event-rules.js'
import { fieldNames, initialValues, recordOf } from '../../../../lib/model/fields.js'
import { isTemplate } from '../../../../lib/model/template.js'
import {
  CALLER_FIELDS,
  type CallerField,
  type CallerName,
  type CallerValues,
  type FormGroup,
} from '../../../../lib/model/webhook-fields.js'
import type { Channel, ListedUser } from '../../api/directory.js'
import type { Webhook } from '../../api/webhooks.js'
import { channelName } from '../../state/channels.js'
import { dateField, fullDate } from '../../state/time.js'
import { inWords, sentenceOf, written } from './rules/sentence.js'
import { templateInWords, typedOf } from './template/shown.js'

export const FIELDS: Readonly<Record<CallerName, CallerField>> = CALLER_FIELDS
const NAMES = fieldNames(CALLER_FIELDS)

/** Of a period, by seconds. Others are typed, in minutes. */
export const PERIODS: Readonly<Record<string, string>> = {
  0: 'None is expected',
  300: '5 minutes',
  900: '15 minutes',
  3600: 'Hour',
  86400: 'Day',
  604800: 'Week',
}

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

export type AllEntered<Values> = { readonly [Name in keyof Values]: Entered<Values[Name]> }

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
    if (kind === 'period')
      return `${value}` in PERIODS ? [`${value}`] : ['minutes', `${value / 60}`]
    return value === 0 ? ['never'] : ['date', dateField(value)]
  }
  if ('perSecond' in value) return [`${value.perSecond}`, `${value.burst}`]
  if (isTemplate(value)) return typedOf(value)
  const texts = value.map((each) => (isRule(each) ? written(sentenceOf(each)) : each))
  return kind === 'rules' ? texts : [texts.join(', ')]
}

/** A value in words. */
export function wordsOf(name: CallerName, value: CallerValues[CallerName]): string {
  const field = FIELDS[name]
  if (value === null || Number.isNaN(value)) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number' && field.kind === 'period') {
    return value === 0 ? '' : (PERIODS[value]?.toLowerCase() ?? countText(value / 60, 'minute'))
  }
  if (typeof value === 'number') return value === 0 ? 'Never' : fullDate(value)
  if (typeof value === 'string') return (field.kind === 'choice' && field.words?.[value]) || value
  if ('perSecond' in value) {
    return `${numberText(value.perSecond)} per second, burst ${numberText(value.burst)}`
  }
  if (isTemplate(value)) return templateInWords(value)
  return value
    .map((each) => (isRule(each) ? inWords(each, channelName) : each))
    .join(field.kind === 'rules' ? ' ' : ', ')
}

/** The members that mean something else. */
export function changedNames(a: Draft, b: Draft): ReadonlySet<keyof Draft> {
  return new Set(fieldNames(EMPTY_DRAFT).filter((name) => meantBy(a[name]) !== meantBy(b[name])))
}

/** Channels and people are what their ids say. */
function meantBy(member: Draft[keyof Draft]) {
  return JSON.stringify(member && ('value' in member ? member.value : member.id))
}

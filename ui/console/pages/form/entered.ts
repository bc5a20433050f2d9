import type { Wire } from 'express-incoming-webhooks-ui'
import { fieldNames, type FieldsFor, recordOf, toWire } from '../../../../lib/model/fields.js'
import {
  CALLER_FIELDS,
  type CallerField,
  type CallerName,
  type CallerValues,
} from '../../../../lib/model/webhook-fields.js'
import { endOfDay, inDays } from '../../state/time.js'
import { type AllEntered, type Draft, type Entered, FIELDS } from './draft.js'
import { ruleOf, sentenceIn } from './rules/sentence.js'
import { templateTyped } from './template/slots.js'

const READERS: FieldsFor<CallerValues> = CALLER_FIELDS
const NAMES = fieldNames(CALLER_FIELDS)

/** What somebody has typed. */
export function entered<Name extends CallerName>(
  name: Name,
  typed: readonly string[],
): Entered<CallerValues[Name]> {
  return { typed, value: READERS[name].fromWire(meaning(FIELDS[name], typed)) }
}

/** As the API would have it. */
function meaning(field: CallerField, typed: readonly string[]): unknown {
  const [text = '', more = ''] = typed
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
      if (text !== 'minutes') return Number(text)
      return more.trim() === '' ? NaN : Math.round(Number(more) * 60)
    case 'choice':
    case 'names':
      return text
    case 'rules':
      return typed.map((rule) => ruleOf(sentenceIn(rule)))
    case 'template':
      return templateTyped(typed)
  }
}

/** Never, after a number of days, or at the end of a date. */
function timeOf(choice: string, date: string) {
  if (choice === 'never') return 0
  return choice === 'date' ? endOfDay(date) : inDays(Number(choice))
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

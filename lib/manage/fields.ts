import { recordOf } from '../model/fields.js'
import { errorAt } from '../model/sent.js'
import {
  CALLER_FIELDS,
  type CallerFields,
  CALLER_NAMES,
  type CallerName,
  type CallerValues,
} from '../model/webhook-fields.js'
import { fieldRefusal } from '../rules/permissions.js'
import type { Caller } from './caller.js'
import { ONLY_ADMINISTRATORS } from './choices.js'

const FIELDS: CallerFields = CALLER_FIELDS

/**
 * The caller's fields of a record, after those that it had. Omitted fields, and fields that the settings or
 * the caller's rights exclude, keep their values.
 */
export function acceptedFields(
  { user, settings, spell }: Caller,
  before: CallerValues,
  given: Partial<CallerValues>,
  now: number,
): CallerValues {
  for (const name of CALLER_NAMES) {
    // Others already have the default.
    const asked = given[name] !== undefined && given[name] !== FIELDS[name].initial
    const refusal = asked ? fieldRefusal(user, FIELDS[name]) : null
    if (refusal) throw errorAt(spell, name, ONLY_ADMINISTRATORS, refusal)
  }
  const accepted = <Name extends CallerName>(name: Name): CallerValues[Name] => {
    const { allowedBy } = FIELDS[name]
    const isAllowed = !allowedBy || settings[allowedBy]
    const value = given[name]
    if (value === undefined || !isAllowed || fieldRefusal(user, FIELDS[name])) return before[name]
    // A client may send a record back unchanged after its expiry has passed.
    if (value !== before[name] && isPast(name, value, now)) {
      throw errorAt(spell, name, 'expected 0 or a time in the future, in milliseconds since 1970')
    }
    return value
  }
  return recordOf<CallerValues>(CALLER_NAMES, accepted)
}

function isPast(name: CallerName, value: unknown, now: number): boolean {
  return FIELDS[name].kind === 'time' && typeof value === 'number' && value !== 0 && value <= now
}

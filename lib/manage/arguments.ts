import { isObject } from '../model/json.js'
import type { WebhookError } from '../model/errors.js'
import { asIs, type Check, type ChecksFor, errorAt } from '../model/sent.js'
import { fieldNames } from '../model/fields.js'
import { closestName } from '../text/closest.js'
import { readGiven } from './checks.js'

const ARGUMENT = { spell: asIs, code: 'invalid_param' } as const

// Callers may have no types. Each of these throws `invalid_param` with the name of what is wrong.

export function checkArgument<Value>(name: string, value: unknown, check: Check<Value>): Value {
  return check.read({ value, path: name, ...ARGUMENT })
}

/** What is there of the options. */
export function checkOptions<Values extends object>(
  given: unknown,
  checks: ChecksFor<Values>,
): Partial<Values> {
  checkMembers('options', given, fieldNames(checks))
  return readGiven(checks, { value: given, ...ARGUMENT })
}

/** Members that are undefined count as left out, and those of `ignored` do no harm. */
export function checkMembers(
  argument: string,
  given: unknown,
  names: readonly string[],
  ignored: readonly string[] = [],
): void {
  if (!isObject(given)) throw invalidArgument(argument, 'expected an object')
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name) || ignored.includes(name)) continue
    const meant = closestName(name, names)
    throw invalidArgument(name, `unknown name${meant === null ? '' : `; did you mean ${meant}?`}`)
  }
}

export function invalidArgument(name: string, reason: string): WebhookError {
  return errorAt(asIs, name, reason, ARGUMENT.code)
}

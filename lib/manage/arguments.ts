import { isObject } from '../formats/reading.js'
import { WebhookError } from '../model/errors.js'
import { closestName } from '../text/closest.js'

// Callers may have no types. Each of these throws `invalid_param` with the name of what is wrong.

export function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string') throw invalidArgument(name, 'expected a string')
}

export function checkWholeNumber(name: string, value: unknown, least: number, most: number): void {
  const isWithin =
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
  if (isWithin) return
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`
  throw invalidArgument(name, `expected a whole number ${range}`)
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
  return new WebhookError('invalid_param', { params: { name }, detail: `${name}: ${reason}` })
}

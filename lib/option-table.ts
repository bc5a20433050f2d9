import type { SignInLimit } from './auth/throttle.js'
import { listedHost } from './buttons/integration-url.js'
import type { TellMistake } from './host/host-mistakes.js'
import { isObject } from './model/json.js'
import type { RateLimit } from './model/records.js'
import {
  type DeliveryOptions,
  type HooksOptions,
  type IncomingWebhooksOptions,
  type LimitOptions,
  USER_ID,
} from './options.js'
import { isOrigin, isSiteUrl } from './rules/site-url.js'
import { closestName } from './text/closest.js'

type OptionName =
  | keyof IncomingWebhooksOptions
  | keyof HooksOptions
  | `limits.${keyof LimitOptions}`
  | `limits.${'webhook' | 'requests'}.${keyof RateLimit}`
  | `limits.signIn.${keyof SignInLimit}`

/** The functions that take options. */
export type Caller = 'createIncomingWebhooks' | 'createHooks'

/** What an option has to be, if it is given. */
interface Check {
  readonly accepts: (value: unknown, given: Pick<DeliveryOptions, 'userIdPattern'>) => boolean
  /** As the error says it. */
  readonly expected: string
}

interface Option extends Partial<Check> {
  /** Absent: both. */
  readonly takenBy?: Caller
  /** It must be given if the option that contains it is. */
  readonly isNeeded?: true
  /**
   * Its default is not the same as doing without: it decides who posts, whose signatures are checked,
   * who signs in, what is read, or where URLs lead. An unset variable of the environment is reported.
   */
  readonly isReportedUndefined?: true
}

const INSTANCE = { takenBy: 'createIncomingWebhooks' } as const
const FUNCTION: Check = { accepts: (value) => typeof value === 'function', expected: 'a function' }
const SITE_URL: Check = {
  accepts: isSiteUrl,
  expected: 'an absolute http or https URL without user info, query or fragment',
}
const LIMIT: Check = {
  accepts: (value) => value === null || isObject(value),
  expected: 'an object, or null for no limit',
}
const PER_SECOND: Check & { readonly isNeeded: true } = {
  accepts: (value) => typeof value === 'number' && value > 0 && Number.isFinite(value),
  expected: 'a number above 0',
  isNeeded: true,
}

/** Every option. What is not checked here, the part that uses it checks. */
export const OPTIONS: Readonly<Record<OptionName, Option>> = {
  adapters: {},
  secret: { isReportedUndefined: true },
  siteUrl: { ...SITE_URL, isReportedUndefined: true },
  bodyLimit: integer(1024),
  maxPostLength: integer(100),
  show: {
    accepts: (value) => value === 'attachments' || value === 'markdown' || value === 'text',
    expected: '"attachments", "markdown" or "text"',
  },
  userIdPattern: {
    accepts: (value) => value instanceof RegExp && !value.global && !value.sticky,
    expected: 'a regular expression without the flags g and y',
  },
  botUserId: {
    accepts: (value, { userIdPattern = USER_ID }) =>
      typeof value === 'string' && userIdPattern.test(value),
    expected: 'a user id, as a string that matches userIdPattern',
    isReportedUndefined: true,
  },
  compatVersion: {
    accepts: (value) => typeof value === 'string' && /^\d{1,4}\.\d{1,4}(?:\.\d{1,4})?$/.test(value),
    expected: 'a version such as "5.14"',
  },
  permalink: FUNCTION,
  formats: {
    accepts: (value) => Array.isArray(value) && value.every(isFormat),
    expected: 'a list of names, such as "github", and of formats with a name and a read function',
    isReportedUndefined: true,
  },
  limits: { ...LIMIT, expected: 'an object, or null for no limits' },
  'limits.webhook': LIMIT,
  'limits.webhook.perSecond': PER_SECOND,
  'limits.webhook.burst': { ...integer(1), isNeeded: true },
  'limits.requests': LIMIT,
  'limits.requests.perSecond': PER_SECOND,
  'limits.requests.burst': { ...integer(1), isNeeded: true },
  'limits.keyFailures': {
    accepts: (value) => value === null || isInteger(value, 1),
    expected: 'an integer of at least 1',
  },
  'limits.refuseWith': {
    accepts: (value) => value === 429 || value === 503,
    expected: '429 or 503',
  },
  'limits.signIn': { ...INSTANCE, ...LIMIT },
  'limits.signIn.failures': { ...INSTANCE, ...integer(1), isNeeded: true },
  'limits.signIn.seconds': { ...INSTANCE, ...integer(1), isNeeded: true },
  'limits.signIn.failuresPerAddress': { ...INSTANCE, ...integer(1) },
  deliveryAddress: {
    accepts: (value) => value === 'cut' || value === 'whole' || value === 'hashed',
    expected: '"cut", "whole" or "hashed"',
  },
  adapterTimeout: integer(0),
  onPosts: FUNCTION,
  log: {
    accepts: (value) => typeof value === 'function' || value === false,
    expected: 'a function, or false for nothing',
  },
  clock: {
    accepts: (value) => typeof value === 'function' && isTime(Reflect.apply(value, undefined, [])),
    expected: 'a function that returns a number, the milliseconds since 1970',
  },
  trustedOrigins: {
    ...INSTANCE,
    accepts: (value) => Array.isArray(value) && value.every(isOrigin),
    expected: 'a list of origins, such as ["https://chat.example.org"]',
  },
  allowedIntegrationHosts: {
    ...INSTANCE,
    accepts: (value) =>
      Array.isArray(value) &&
      value.every((host) => typeof host === 'string' && listedHost(host) !== null),
    expected: 'a list of hosts, such as ["ci.internal:8080"]',
  },
  hooksPath: { isReportedUndefined: true },
  currentUser: { ...INSTANCE, ...FUNCTION, isReportedUndefined: true },
  tokenLifetime: { ...INSTANCE, ...integer(1) },
  onSignIn: { ...INSTANCE, ...FUNCTION },
  onAudit: { ...INSTANCE, ...FUNCTION },
  onSignal: { ...INSTANCE, ...FUNCTION },
  consoleUrl: { ...INSTANCE, ...SITE_URL },
  node: {
    ...INSTANCE,
    accepts: (value) => typeof value === 'string' && value !== '',
    expected: 'a name that is not empty',
  },
}

/** Throws a `TypeError` unless there are options. */
export function checkGiven(given: unknown, needed: string): asserts given is object {
  if (typeof given === 'object' && given !== null) return
  throw new TypeError(`options: expected an object with ${needed}`)
}

/** Throws a `TypeError` if a needed option is missing because its name is misspelt. */
export function checkSpelling(given: object, needed: readonly OptionName[]): void {
  for (const name of needed) {
    if (memberOf(given, name) !== undefined) continue
    const written = Object.keys(given).find(
      (each) => !Object.hasOwn(OPTIONS, each) && closestName(each, [name]) !== null,
    )
    if (written !== undefined) {
      throw new TypeError(`${written}: there is no such option; did you mean ${name}?`)
    }
  }
}

/** Throws a `TypeError` for an option that is not as expected, with its name. */
export function checkOptions(given: object): void {
  for (const [path, { accepts, expected, isNeeded = false }] of Object.entries(OPTIONS)) {
    const names = path.split('.')
    const parent = names.slice(0, -1).reduce<unknown>(memberOf, given)
    if (!accepts || !isObject(parent)) continue
    const value = memberOf(parent, names.at(-1) ?? '')
    if (value === undefined && !isNeeded) continue
    if (!accepts(value, given)) throw new TypeError(`${path}: expected ${expected ?? ''}`)
  }
}

/**
 * Reports options without effect: those that are misspelt, those of the other function, and those
 * that are given as undefined, as an unset variable of the environment is.
 */
export function tellIdleOptions(given: object, caller: Caller, tell: TellMistake): void {
  const taken = Object.entries(OPTIONS).filter(([, { takenBy = caller }]) => takenBy === caller)
  const names = taken.map(([name]) => name)
  for (const [option, { isReportedUndefined }] of taken) {
    if (
      isReportedUndefined &&
      Object.hasOwn(given, option) &&
      memberOf(given, option) === undefined
    ) {
      tell('EIW_UNDEFINED_OPTION', { option })
    }
  }
  for (const option of pathsIn(given, '', names)) {
    if (names.includes(option)) continue
    const other = Object.entries(OPTIONS).find(([name]) => name === option)
    if (other) {
      tell('EIW_UNKNOWN_OPTION', { option, optionOf: other[1].takenBy })
      continue
    }
    const meant = closestName(option, names)
    tell('EIW_UNKNOWN_OPTION', { option, ...(meant === null ? {} : { didYouMean: meant }) })
  }
}

/** The paths of all members, also of those of the options that have options in them. */
function pathsIn(given: object, prefix: string, names: readonly string[]): readonly string[] {
  return Object.entries(given).flatMap(([name, value]: [string, unknown]) => {
    const path = prefix + name
    const hasOptions = names.some((each) => each.startsWith(`${path}.`))
    return [path, ...(hasOptions && isObject(value) ? pathsIn(value, `${path}.`, names) : [])]
  })
}

function memberOf(value: unknown, name: string) {
  return isObject(value) ? Reflect.get(value, name) : undefined
}

function isFormat(format: unknown) {
  if (typeof format === 'string') return true
  return (
    typeof memberOf(format, 'name') === 'string' && typeof memberOf(format, 'read') === 'function'
  )
}

/** Seconds would be a time in January 1970. */
function isTime(time: unknown) {
  return typeof time === 'number' && Number.isFinite(time) && time > YEAR_2001
}

const YEAR_2001 = 1e12

function isInteger(value: unknown, least: number) {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least
}

function integer(least: number): Check {
  return {
    accepts: (value) => isInteger(value, least),
    expected: `an integer of at least ${least}`,
  }
}

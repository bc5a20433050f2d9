import { SLUG, VERIFICATION, VERIFICATION_MEMBERS } from '../manage/bodies.js'
import * as check from '../manage/checks.js'
import { CALLER_CHECKS } from '../manage/field-checks.js'
import { WebhookError } from '../model/errors.js'
import { isObject } from '../model/json.js'
import { inWire, type SentValue } from '../model/sent.js'
import { CALLER_FIELDS, CALLER_NAMES } from '../model/webhook-fields.js'
import { closestName } from '../text/closest.js'
import type { Mistake, Path, Source } from './source.js'

/** A webhook as a file has it. */
export interface Wanted {
  readonly slug: string
  /** The name of its channel, perhaps with the id of its team and `/` before it, or its id. */
  readonly channel: string
  /** The username of its owner; `''` if the file names none. */
  readonly owner: string
  /** What the file says, by the names of the API. */
  readonly members: Readonly<Record<string, unknown>>
  /** Where it is in the file. */
  readonly path: Path
}

type Read = (sent: SentValue) => unknown

const NAME = check.text({ most: 256, ifEmpty: 'expected a name' })

const CHECKS: Readonly<Record<string, Read>> = {
  slug: SLUG.read,
  channel: NAME.read,
  owner: NAME.read,
  ...Object.fromEntries(
    CALLER_NAMES.map((name): [string, Read] => [
      CALLER_FIELDS[name].wire,
      CALLER_CHECKS[name].read,
    ]),
  ),
  verification: (sent) => (sent.value === null ? null : VERIFICATION.read(sent)),
}
const REQUIRED = ['slug', 'channel', 'display_name']
const SECRETS = ['secret', 'previousSecret', 'keepSecret'] as const
const OF_VERIFICATION = VERIFICATION_MEMBERS.filter((name) => !SECRETS.some((one) => one === name))

/** More of one file are not told at once. */
const MOST_MISTAKES = 200

/** The webhooks of a file, and what must be corrected before anything is sent. */
export function wantedIn({ value, mistakes, placeOf }: Source) {
  if (mistakes.length > 0) return { webhooks: [], mistakes }
  const found: Mistake[] = []
  const tell = (path: Path, reason: string) => {
    if (found.length < MOST_MISTAKES) found.push({ place: placeOf(path), reason })
  }
  const list = isObject(value) ? value['webhooks'] : undefined
  if (!isObject(value) || !Array.isArray(list)) {
    tell(['webhooks'], 'expected an object with webhooks, a list')
    return { webhooks: [], mistakes: found }
  }
  tellUnknown(value, ['webhooks'], [], tell)
  const webhooks = list.flatMap((each: unknown, at) => wantedOf(each, ['webhooks', at], tell) ?? [])
  tellTwice(webhooks, tell)
  return { webhooks, mistakes: found }
}

type Tell = (path: Path, reason: string) => void

function wantedOf(value: unknown, path: Path, tell: Tell): Wanted | null {
  if (!isObject(value)) {
    tell(path, 'expected an object')
    return null
  }
  tellUnknown(value, Object.keys(CHECKS), path, tell)
  for (const name of REQUIRED) if (!Object.hasOwn(value, name)) tell(path, `${name} is missing`)
  for (const [name, read] of Object.entries(CHECKS)) {
    if (!Object.hasOwn(value, name)) continue
    if (name === 'verification') tellOfVerification(value[name], [...path, name], tell)
    for (const [at, reason] of faultsOf(name, read, value[name])) tell([...path, ...at], reason)
  }
  const { slug, channel, owner = '', ...members } = value
  return { slug: String(slug), channel: String(channel), owner: String(owner), members, path }
}

/** A secret is never in a file: whoever reads it could sign. */
function tellOfVerification(value: unknown, path: Path, tell: Tell) {
  if (!isObject(value)) return
  const secrets = SECRETS.map(inWire).filter((name) => Object.hasOwn(value, name))
  for (const name of secrets) tell([...path, name], 'secrets are set in the console, not in a file')
  tellUnknown(value, [...OF_VERIFICATION, ...SECRETS].map(inWire), path, tell)
}

function tellUnknown(value: object, known: readonly string[], path: Path, tell: Tell) {
  for (const name of Object.keys(value).filter((each) => !known.includes(each))) {
    const meant = closestName(name, known)
    const hint = meant === null ? `known are ${known.join(', ')}` : `did you mean ${meant}?`
    tell([...path, name], `${JSON.stringify(name)} is not known here; ${hint}`)
  }
}

/** What is wrong with a member; of a list, with each element. */
function faultsOf(name: string, read: Read, value: unknown): readonly (readonly [Path, string])[] {
  const whole = faultOf(name, read, value)
  if (!whole) return []
  if (!Array.isArray(value)) return [whole]
  const each = value.flatMap((element: unknown, at) => {
    const fault = faultOf(name, read, [element])
    if (!fault) return []
    const [[first = name, , ...others], reason] = fault
    return [[[first, at, ...others], reason.replace(`${name}.0`, `${name}.${at}`)] as const]
  })
  return each.length > 0 ? each : [whole]
}

function faultOf(name: string, read: Read, value: unknown): readonly [Path, string] | null {
  try {
    read({ value, path: name, spell: inWire })
    return null
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    return [(error.params['name'] ?? name).split('.'), error.detail]
  }
}

function tellTwice(webhooks: readonly Wanted[], tell: Tell) {
  const known = new Set<string>()
  for (const { slug, channel, path } of webhooks) {
    const key = `${slug} ${teamOf(channel)}`
    if (known.has(key)) tell([...path, 'slug'], `slug: another webhook of this file is ${slug}`)
    known.add(key)
  }
}

/** The team that a channel is named with; `''` for none. */
export function teamOf(channel: string): string {
  return channel.includes('/') ? channel.slice(0, channel.indexOf('/')) : ''
}

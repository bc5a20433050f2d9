import { DEFAULT_WEBHOOK } from '../model/defaults.js'
import { fieldNames, fromWire, toWire } from '../model/fields.js'
import { isObject } from '../model/json.js'
import { inWire } from '../model/sent.js'
import { DEFAULT_STYLE } from '../model/verification-fields.js'
import { CALLER_FIELDS, CALLER_NAMES, type CallerValues } from '../model/webhook-fields.js'

/** A webhook as a file has it: without what is its default, in one order. */
export type Written = Readonly<Record<string, unknown>>

/** A webhook as the API shows it. */
export type Shown = Readonly<Record<string, unknown>>

/** What is known of the host. */
export interface Host {
  /** The names of channels, by their ids. */
  readonly channels: ReadonlyMap<string, string>
  /** Whether the webhooks are of several teams, so that names of channels need that of theirs. */
  readonly hasTeams: boolean
  /** The id of the caller, whose webhooks name no owner. */
  readonly me: string
}

/** The defaults, as the API has them. */
export const DEFAULTS: Written = {
  ...toWire<CallerValues>(CALLER_FIELDS, DEFAULT_WEBHOOK),
  verification: null,
}
const STYLE = fieldNames(DEFAULT_STYLE)

export function writtenOf(shown: Shown, { channels, hasTeams, me }: Host): Written {
  const nameOf = (id: string) => channels.get(id) ?? id
  const values = fromWire<CallerValues>(CALLER_FIELDS, shown)
  const rules = values.rules.map(({ when, then }) => ({
    when: inOrder(when),
    then: inOrder({
      ...then,
      ...(then.channel !== undefined && { channel: nameOf(then.channel) }),
    }),
  }))
  const { template: shownAs } = values
  const fields = shownAs?.fields?.map(({ title, value }) => ({ title, value }))
  const template = shownAs && { ...shownAs, ...(fields && { fields }) }
  const written: Written = {
    ...toWire<CallerValues>(CALLER_FIELDS, { ...values, template }),
    rules,
    verification: verificationIn(shown),
  }
  const names = [...CALLER_NAMES.map((name) => CALLER_FIELDS[name].wire), 'verification'] as const
  const team = hasTeams && shown['team_id'] !== '' ? `${String(shown['team_id'])}/` : ''
  const isOwn = shown['user_id'] === me || shown['creator_username'] === ''
  return {
    slug: shown['slug'],
    channel: team + nameOf(String(shown['channel_id'])),
    ...(!isOwn && { owner: shown['creator_username'] }),
    ...Object.fromEntries(
      names
        .map((name) => [name, written[name]] as const)
        .filter(([name, value]) => !isSame(value, DEFAULTS[name])),
    ),
  }
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function verificationIn({ verification }: Shown): unknown {
  if (!isObject(verification)) return null
  const { scheme, header } = verification
  const style = STYLE.map((name) => [inWire(name), verification[inWire(name)], DEFAULT_STYLE[name]])
  return {
    scheme,
    ...(header !== '' && { header }),
    ...Object.fromEntries(
      style.filter(([, value, usual]) => value !== undefined && value !== usual),
    ),
  }
}

/** Members by name: stores differ in the order in which they return those of JSON. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name])]))
}

import type { Color, CardField } from '../drafts/draft.js'
import { isEmpty, link, prose, type Text } from '../drafts/pieces.js'
import { duration } from '../drafts/times.js'
import type { EventFacts } from '../format.js'
import { textsAt } from '../json-members.js'
import { advance, countCodePoints } from '../../text/code-points.js'
import { isWebUrl } from '../../text/links.js'

export type State = NonNullable<EventFacts['state']>

/** What an event means to readers: the word that its title begins with, its state and its colour. */
export interface Meaning {
  readonly word: string
  readonly state: State
  readonly color: Color
}

const MAX_FIELDS = 4
const LONGEST_VALUE = 300

/** The first four fields that have a value. */
export function fieldsOf(...all: readonly (readonly [string, Text])[]): readonly CardField[] {
  return all
    .filter(([, value]) => !isEmpty(value))
    .slice(0, MAX_FIELDS)
    .map(([title, value]) => ({
      title,
      value: typeof value === 'string' ? prose(cut(value, LONGEST_VALUE)) : value,
      short: true,
    }))
}

/** The members of an object that are texts, as fields; `unshown` are said elsewhere. */
export function memberFields(
  value: unknown,
  unshown: ReadonlySet<string> = new Set(),
): readonly (readonly [string, Text])[] {
  return textsAt(value).filter(([name]) => !unshown.has(name))
}

const LONGEST_EVENT = 64

/** A name of an event out of words of a payload, such as `incident.triggered`. */
export function eventName(...parts: readonly string[]): string {
  return parts
    .map((part) => part.slice(0, LONGEST_EVENT).trim().toLowerCase())
    .map((part) => part.replace(/[^a-z0-9._-]+/g, '_'))
    .filter((part) => part !== '')
    .join('.')
}

const LONGEST_INCIDENT = 140

/** `Resolved: Checkout latency (after 12 min)`, linked; however long the name is, the end is shown. */
export function titleOf(
  url: string,
  word: string,
  name: string,
  after: number | null = null,
): Text {
  const head = `${word}: ${cut(oneLine(name), LONGEST_INCIDENT)}`
  return linked(url, after === null ? head : `${head} (after ${duration(after)})`)
}

/** A link, or only its label where the address is none. */
export function linked(url: string, label: string): Text {
  return isWebUrl(url) ? link(url, label) : label
}

/** The first so many characters. */
export function cut(text: string, most: number): string {
  if (text.length <= most || countCodePoints(text) <= most) return text
  return `${text.slice(0, advance(text, 0, most - 1)).trimEnd()}…`
}

function oneLine(text: string): string {
  return text.slice(0, 1_000).replace(/\s+/g, ' ').trim()
}

/** `in_progress` as `In progress`. */
export function worded(name: string): string {
  const words = name.replaceAll(/[_-]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

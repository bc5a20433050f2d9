import { isObject } from '../../model/json.js'
import type { HookWarning } from '../../model/records.js'
import { cleanText } from './clean.js'
import type { Draft } from './draft.js'
import { nodesOf, type Written } from './write-draft.js'

/** Members and elements of a body that are compared with what is shown. */
const MOST_COMPARED = 20_000
/** Of a long text, its beginning and its end are looked for, in characters. */
const LONGEST_END = 1_000
const WORD = /[\p{L}\p{N}]+/gu

const LAST_WORD = /[A-Z][a-z]+$/

/** Whether a member in these places (the type of its object, and what holds that) is no text for readers. */
export function isQuiet(
  name: string,
  places: readonly string[],
  quiet: ReadonlySet<string>,
): boolean {
  if (quiet.has(name) || places.some((place) => quiet.has(`${place}.${name}`))) return true
  const [word] = LAST_WORD.exec(name) ?? []
  return word !== undefined && quiet.has(word.toLowerCase())
}

/** What was found in a member: texts that are seen, and the places of others. */
interface Found {
  readonly isSeen: boolean
  readonly unseen: readonly string[]
}

/** A value, and the name of the member that it is in, perhaps in a list. */
interface Part {
  readonly value: unknown
  readonly path: string
  readonly holder: string
  /** Whether the format has told of it, or of what it is in. */
  readonly isTold: boolean
}

const NOTHING: Found = { isSeen: false, unseen: [] }

/**
 * What a sender wrote and nobody sees: each text, or the member that holds nothing else. A text is
 * seen if each of its words is, so a word that is also elsewhere may be missing.
 */
export function unshownIn(draft: Draft, written: Written): readonly HookWarning[] {
  const { whole, username = '', iconUrl = '', losses = [] } = draft
  if (!whole) return []
  const { sent, quiet, seen = (text: string) => text } = whole
  const shown = [...textsOf(written), username, iconUrl].flatMap(wordsOf)
  const known: ReadonlySet<string> = new Set(shown)
  /** Places that the format has told of. */
  const told = new Set(losses.map(({ path }) => path))
  let left = MOST_COMPARED
  const search = (part: Part): Found => {
    left -= 1
    if (left < 0) return NOTHING
    const { value, path, holder } = part
    const isTold = part.isTold || told.has(path)
    if (typeof value === 'string') {
      const words = wordsOf(endsOf(seen(cleanText(value))))
      if (words.length === 0) return NOTHING
      const isSeen = words.every((word) => known.has(word))
      return { isSeen, unseen: isSeen || isTold ? [] : [path] }
    }
    const inside = Array.isArray(value)
      ? value.map((element: unknown, at) => ({ value: element, path: `${path}[${at}]`, holder }))
      : membersOf(value, path, holder, quiet)
    const found = inside.map((each) => search({ ...each, isTold }))
    const isSeen = found.some((each) => each.isSeen)
    const unseen = found.flatMap((each) => each.unseen)
    return { isSeen, unseen: isSeen || unseen.length === 0 || path === '' ? unseen : [path] }
  }
  const { unseen } = search({ value: sent, path: '', holder: '', isTold: false })
  const warnings = unseen.map((path) => ({ path, reason: 'is not shown' }))
  if (left >= 0) return warnings
  const reason = `only the first ${MOST_COMPARED} members were compared with what is shown`
  return [...warnings, { path: '', reason }]
}

function membersOf(
  value: unknown,
  path: string,
  holder: string,
  quiet: ReadonlySet<string>,
): readonly Omit<Part, 'isTold'>[] {
  if (!isObject(value)) return []
  const type = typeof value['type'] === 'string' ? value['type'] : ''
  return Object.entries(value)
    .filter(([name]) => !isQuiet(name, [type, holder], quiet))
    .map(([name, member]) => ({
      value: member,
      path: path === '' ? name : `${path}.${name}`,
      holder: name,
    }))
}

function endsOf(text: string): string {
  if (text.length <= 2 * LONGEST_END) return text
  const beginning = text.slice(0, text.lastIndexOf(' ', LONGEST_END))
  return `${beginning} ${text.slice(text.indexOf(' ', text.length - LONGEST_END))}`
}

function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? []
}

function textsOf(written: Written): readonly string[] {
  return [
    ...nodesOf(written).map(({ text }) => text),
    ...written.attachments.flatMap((each) => [
      ...each.fields.map(({ title }) => title),
      ...[each.plain, ...each.actions.map(({ stored }) => stored)].flatMap(stringsIn),
    ]),
  ]
}

function stringsIn(members: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(members).filter((member) => typeof member === 'string')
}

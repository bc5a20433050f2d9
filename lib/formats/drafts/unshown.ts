import { isObject } from '../../model/json.js'
import type { HookWarning } from '../../model/records.js'
import { cleanText } from './clean.js'
import type { Draft, Whole } from './draft.js'
import { nodesOf, type Written } from './write-draft.js'

/** Members and elements of a body that are compared with what is shown. */
const MOST_COMPARED = 20_000
/** Of a long text, its beginning and its end are looked for, in characters. */
const LONGEST_END = 1_000
const WORD = /[\p{L}\p{N}]+/gu

/**
 * What a sender wrote and nobody sees: each text, or the member that holds nothing else. A text is
 * seen if each of its words is, so a word that is also elsewhere may be missing.
 */
export function unshownIn(draft: Draft, written: Written): readonly HookWarning[] {
  if (!draft.whole) return []
  return new Comparison(draft.whole, draft, written).run()
}

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

class Comparison {
  readonly #whole: Whole
  readonly #words: ReadonlySet<string>
  /** Places that the format has told of. */
  readonly #told: ReadonlySet<string>
  #left = MOST_COMPARED

  constructor(whole: Whole, { username = '', iconUrl = '', losses = [] }: Draft, written: Written) {
    this.#whole = whole
    const texts = [...textsOf(written), username, iconUrl]
    this.#words = new Set(texts.flatMap((text) => text.match(WORD) ?? []))
    this.#told = new Set(losses.map(({ path }) => path))
  }

  run(): readonly HookWarning[] {
    const value = this.#whole.sent
    const { unseen } = this.#in({ value, path: '', holder: '', isTold: false })
    const warnings = unseen.map((path) => ({ path, reason: 'is not shown' }))
    if (this.#left >= 0) return warnings
    const reason = `only the first ${MOST_COMPARED} members were compared with what is shown`
    return [...warnings, { path: '', reason }]
  }

  #in(part: Part): Found {
    this.#left -= 1
    if (this.#left < 0) return NOTHING
    const { value, path, holder } = part
    const isTold = part.isTold || this.#told.has(path)
    if (typeof value === 'string') return this.#text(value, path, isTold)
    const inside = Array.isArray(value)
      ? value.map((element: unknown, at) => ({ value: element, path: `${path}[${at}]`, holder }))
      : this.#membersOf(value, path, holder)
    const found = inside.map((each) => this.#in({ ...each, isTold }))
    const isSeen = found.some((each) => each.isSeen)
    const unseen = found.flatMap((each) => each.unseen)
    return { isSeen, unseen: isSeen || unseen.length === 0 || path === '' ? unseen : [path] }
  }

  #membersOf(value: unknown, path: string, holder: string): readonly Omit<Part, 'isTold'>[] {
    if (!isObject(value)) return []
    const { quiet } = this.#whole
    const type = typeof value['type'] === 'string' ? value['type'] : ''
    return Object.entries(value)
      .filter(([name]) => !isQuiet(name, [type, holder], quiet))
      .map(([name, member]) => ({
        value: member,
        path: path === '' ? name : `${path}.${name}`,
        holder: name,
      }))
  }

  #text(text: string, path: string, isTold: boolean): Found {
    const { seen = (all: string) => all } = this.#whole
    const read = seen(cleanText(text))
    const ends =
      read.length <= 2 * LONGEST_END
        ? read
        : `${read.slice(0, read.lastIndexOf(' ', LONGEST_END))} ${read.slice(read.indexOf(' ', read.length - LONGEST_END))}`
    const words = ends.match(WORD) ?? []
    if (words.length === 0) return NOTHING
    const isSeen = words.every((word) => this.#words.has(word))
    return { isSeen, unseen: isSeen || isTold ? [] : [path] }
  }
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

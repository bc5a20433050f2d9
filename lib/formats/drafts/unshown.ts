import { isObject } from '../../model/json.js'
import type { HookWarning } from '../../model/records.js'
import { cleanText } from './clean.js'
import type { Draft, Whole } from './draft.js'
import type { Written } from './write-draft.js'

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

/** A value, its path, and the name of the member that it is in. */
type Part = readonly [value: unknown, path: string, holder: string]

const NOTHING: Found = { isSeen: false, unseen: [] }

class Comparison {
  readonly #whole: Whole
  readonly #words: ReadonlySet<string>
  /** Places that the format has told of. */
  readonly #told: readonly string[]
  #left = MOST_COMPARED

  constructor(whole: Whole, { username = '', iconUrl = '', losses = [] }: Draft, written: Written) {
    this.#whole = whole
    const texts = [...textsOf(written), username, iconUrl]
    this.#words = new Set(texts.flatMap((text) => text.match(WORD) ?? []))
    this.#told = losses.map(({ path }) => path)
  }

  run(): readonly HookWarning[] {
    const { unseen } = this.#in(this.#whole.sent, '', '')
    const warnings = unseen.map((path) => ({ path, reason: 'is not shown' }))
    if (this.#left >= 0) return warnings
    const reason = `only the first ${MOST_COMPARED} members were compared with what is shown`
    return [...warnings, { path: '', reason }]
  }

  /** `holder`: the name of the member that the value is in, perhaps in a list. */
  #in(value: unknown, path: string, holder: string): Found {
    this.#left -= 1
    if (this.#left < 0) return NOTHING
    if (typeof value === 'string') return this.#text(value, path)
    if (Array.isArray(value)) {
      return this.#all(
        value.map((element: unknown, at) => [element, `${path}[${at}]`, holder]),
        path,
      )
    }
    if (!isObject(value)) return NOTHING
    const { quiet } = this.#whole
    const type = typeof value['type'] === 'string' ? value['type'] : ''
    const members = Object.entries(value)
      .filter(([name]) => !isQuiet(name, [type, holder], quiet))
      .map(([name, member]): Part => [member, path === '' ? name : `${path}.${name}`, name])
    return this.#all(members, path)
  }

  #all(parts: readonly Part[], path: string): Found {
    const found = parts.map((part) => this.#in(...part))
    const isSeen = found.some((each) => each.isSeen)
    const unseen = found.flatMap((each) => each.unseen)
    return { isSeen, unseen: isSeen || unseen.length === 0 || path === '' ? unseen : [path] }
  }

  #text(text: string, path: string): Found {
    const { seen = (all: string) => all } = this.#whole
    const read = seen(cleanText(text))
    const ends =
      read.length <= 2 * LONGEST_END
        ? read
        : `${read.slice(0, read.lastIndexOf(' ', LONGEST_END))} ${read.slice(read.indexOf(' ', read.length - LONGEST_END))}`
    const words = ends.match(WORD) ?? []
    if (words.length === 0) return NOTHING
    const isSeen = words.every((word) => this.#words.has(word))
    return { isSeen, unseen: isSeen || this.#isTold(path) ? [] : [path] }
  }

  #isTold(path: string): boolean {
    return this.#told.some(
      (told) => path === told || (path.startsWith(told) && '.['.includes(path.charAt(told.length))),
    )
  }
}

function textsOf({ text, attachments }: Written): readonly string[] {
  return [
    ...text.map((node) => node.text),
    ...attachments.flatMap((each) => [
      ...[...each.title, ...each.text, ...each.footer].map((node) => node.text),
      ...each.fields.flatMap(({ title, value }) => [title, ...value.map((node) => node.text)]),
      ...[each.plain, ...each.actions.map(({ stored }) => stored)].flatMap(stringsIn),
    ]),
  ]
}

function stringsIn(members: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.values(members).filter((member) => typeof member === 'string')
}

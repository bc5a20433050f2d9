import type { Format } from './format.js'
import { OWN_TEMPLATE } from './templates/template-format.js'

const NAME = /^[a-z][a-z0-9-]{1,31}$/
const HEADER = /^[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/
const WORD = /^[\w-]{1,64}$/
const PATH = /^(?:\/[A-Za-z0-9._-]{1,32}){1,3}$/

/** Our own format, which Slack and Mattermost share. */
export const NATIVE = 'native'
/** The ends of the URL that mean it. */
export const NATIVE_NAMES: readonly [string, ...string[]] = ['slack', 'mattermost']

/** What the end of a webhook's URL asks for. */
export type Asked =
  | { readonly kind: 'any' }
  | { readonly kind: 'native' }
  | {
      readonly kind: 'format'
      readonly format: Format
      /** Segments that follow its name, by the names they have in the query. */
      readonly words?: Readonly<Record<string, string>>
    }

/** The URL names no format. */
export const ANY_FORMAT: Asked = { kind: 'any' }

/** What names an incident, in every format. */
const CORRELATION = ['correlation-key', 'correlation-state']

/** The formats of an instance. */
export class Formats {
  readonly all: readonly Format[]
  /** Those that may claim a request although it has a text of our own format. */
  readonly marked: readonly Format[]
  /** All headers by which senders choose. */
  readonly choosingHeaders: ReadonlySet<string>
  /** These, and all others in which senders say something. */
  readonly sayingHeaders: ReadonlySet<string>
  readonly #byName = new Map<string, Format>()
  readonly #byPath = new Map<string, Format>()

  /** Throws a `TypeError` for a wrong name and for one that two formats have. */
  constructor(formats: readonly Format[]) {
    this.all = [...formats]
    this.marked = formats.filter((format) => format.isMarked)
    this.choosingHeaders = new Set(formats.flatMap(({ choosingHeaders = [] }) => choosingHeaders))
    this.sayingHeaders = new Set([
      ...CORRELATION,
      ...this.choosingHeaders,
      ...formats.flatMap(({ sayingHeaders = [] }) => sayingHeaders),
    ])
    for (const format of [OWN_TEMPLATE, ...formats]) this.#add(format)
  }

  /** The names that a URL may end with. */
  get names(): readonly string[] {
    return [...NATIVE_NAMES, ...this.all.map(({ name }) => name), OWN_TEMPLATE.name]
  }

  /** What a name asks for; null for an unknown one. */
  named(name: string): Asked | null {
    if (NATIVE_NAMES.includes(name)) return { kind: 'native' }
    const format = this.#byName.get(name)
    return format ? { kind: 'format', format } : null
  }

  /** What the path behind the key asks for, such as `/github` or `/v2/enqueue`; null for anything unknown. */
  asked(path: string): Asked | null {
    if (path === '') return ANY_FORMAT
    const [, name = '', ...words] = path.split('/')
    const rest = path.slice(name.length + 1)
    const named = this.named(name)
    if (named && (rest === '' || hasPath(named, rest))) return named
    const worded = named && withWords(named, words)
    if (worded) return worded
    const found = this.#byPath.get(path)
    return found ? { kind: 'format', format: found } : null
  }

  /** The format whose messages `/messages/{id}` means, behind the name of a format or the key. */
  ofMessages(name: string): Format | undefined {
    return name === '' ? this.all.find(({ messages }) => messages) : this.#byName.get(name)
  }

  #add(format: Format): void {
    const { name, aliases = [], paths = [], choosingHeaders = [], sayingHeaders = [] } = format
    for (const each of [name, ...aliases]) {
      if (typeof each !== 'string' || !NAME.test(each)) {
        throw new TypeError('formats: a name consists of 2 to 32 of a-z, 0-9 and -')
      }
      if (this.#byName.has(each) || NATIVE_NAMES.includes(each)) {
        throw new TypeError(`formats: two formats are called ${each}`)
      }
      this.#byName.set(each, format)
    }
    for (const header of [...choosingHeaders, ...sayingHeaders]) {
      if (typeof header !== 'string' || !HEADER.test(header)) {
        throw new TypeError(
          `formats: ${name}: a header in headers, choosingHeaders or sayingHeaders is like x-event`,
        )
      }
    }
    for (const path of paths) {
      if (!PATH.test(path)) throw new TypeError(`formats: ${name}: a path is like /v2/enqueue`)
      if (!this.#byPath.has(path)) this.#byPath.set(path, format)
    }
  }
}

function withWords(asked: Asked, words: readonly string[]): Asked | null {
  if (asked.kind !== 'format') return null
  const { pathWords: names = [] } = asked.format
  if (words.length > names.length || !words.every((word) => WORD.test(word))) return null
  return { ...asked, words: Object.fromEntries(words.map((word, at) => [names[at] ?? '', word])) }
}

function hasPath(asked: Asked, path: string): boolean {
  return asked.kind === 'format' && asked.format.paths?.includes(path) === true
}

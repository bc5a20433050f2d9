import { unparsable, WebhookError } from '../../model/errors.js'
import { type Kind, MOST } from '../../model/limits.js'
import type { Element } from '../../model/message.js'
import { isObject } from '../../model/json.js'
import { advance, countCodePoints } from '../../text/code-points.js'
import { Warnings } from '../../model/warnings.js'
import { MemberTexts } from './member-texts.js'

/** Counts the elements of a message and rejects one with too many before more of it is read. */
export class Amounts {
  readonly #counts = new Map<Kind, number>()

  /** Throws `body_too_large` beyond the limit of a kind. */
  take(kind: Kind, count = 1): void {
    const taken = (this.#counts.get(kind) ?? 0) + count
    this.#counts.set(kind, taken)
    if (taken <= MOST[kind]) return
    throw new WebhookError('body_too_large', {
      detail: `more than ${MOST[kind]} ${kind} in one message`,
    })
  }
}

const ROUNDED = 'a number that may have been rounded: send it as a string'

/** Collects warnings and counts while a payload is read. */
export class Reading extends Warnings {
  /** The elements counted so far. */
  readonly amounts = new Amounts()
  /** Its members as they were sent. */
  readonly texts: MemberTexts

  /** `body`: what was found when the body was taken apart, which each way to read it begins with. */
  constructor(body?: Reading) {
    super(body)
    this.texts = body ? body.texts : new MemberTexts()
  }
}

/** Slack's parameters that have no visible effect here (docs/contract.md, Warnings). */
const WITHOUT_EFFECT = memberNames(`
  mrkdwn mrkdwn_in parse link_names unfurl_links unfurl_media replace_original delete_original
  response_type callback_id attachment_type as_user short
`)

/** The names of members, written as words with white space between them. */
export function memberNames(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

const NO_ELEMENTS: readonly Element[] = []

/** The kind that elements count as, by the name of their list; others count as `elements`. */
const KINDS: Readonly<Partial<Record<string, Kind>>> = {
  attachments: 'attachments',
  blocks: 'blocks',
  child_blocks: 'blocks',
  mm_blocks: 'blocks',
  cards: 'attachments',
  fields: 'fields',
  actions: 'actions',
  options: 'options',
  initial_options: 'options',
}

/**
 * Own members of one object of a payload by known name: exact matches first, then ignoring case. `null`
 * and `""` count as absent.
 */
export class Members {
  readonly path: string
  readonly reading: Reading
  readonly #value: Readonly<Record<string, unknown>>
  /** Names that match only ignoring case, as they were sent. */
  #others: Map<string, string> | null = null

  /**
   * Any other name becomes a warning, or is listed as ignored if it has no visible effect. Throws
   * `payload_unparsable` for anything but an object.
   */
  constructor(value: unknown, path: string, known: ReadonlySet<string>, reading: Reading) {
    if (!isObject(value)) throw wrongType(path, 'an object', value)
    this.#value = value
    this.path = path
    this.reading = reading
    for (const name of Object.keys(value)) {
      if (known.has(name)) continue
      const lower = name.toLowerCase()
      if (known.has(lower)) (this.#others ??= new Map<string, string>()).set(lower, name)
      else if (value[name] === null || value[name] === '') continue
      else if (isWithoutEffect(name)) reading.ignore(this.at(name))
      else this.warn(name, 'not supported')
    }
  }

  at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }

  get(name: string): unknown {
    const sent = this.#sent(name)
    const value = sent === undefined ? undefined : this.#value[sent]
    return value === null || value === '' ? undefined : value
  }

  #sent(name: string) {
    return Object.hasOwn(this.#value, name) ? name : this.#others?.get(name)
  }

  /** A member of any type as text; `''` when absent. */
  text(name: string): string {
    const value = this.get(name)
    if (value === undefined) return ''
    return this.reading.texts.of(this.#value, this.#sent(name) ?? name, value, () => {
      this.warn(name, ROUNDED)
    })
  }

  /** `''` when absent. */
  string(name: string): string {
    const value = this.get(name)
    // Some senders write `false` for an unset value.
    if (value === undefined || value === false) return ''
    if (typeof value === 'string') return value
    throw this.wrong(name, 'a string')
  }

  boolean(name: string): boolean {
    const value = this.get(name)
    if (value === undefined) return false
    if (typeof value === 'boolean') return value
    throw this.wrong(name, 'true or false')
  }

  /** The elements of a list that are not null, each with its path. Throws `body_too_large` for too many. */
  list(name: string): readonly Element[] {
    const value = this.get(name)
    if (value === undefined) return NO_ELEMENTS
    if (!Array.isArray(value)) throw this.wrong(name, 'an array')
    const found: Element[] = []
    const kind = KINDS[name] ?? 'elements'
    value.forEach((element: unknown, index) => {
      if (element === null) return
      this.reading.amounts.take(kind)
      found.push({ value: element, path: `${this.at(name)}[${index}]` })
    })
    return found
  }

  /** What `read` makes of each object in a list. */
  each<T>(name: string, known: ReadonlySet<string>, read: (inner: Members) => T): readonly T[] {
    return this.list(name).map(({ value, path }) =>
      read(new Members(value, path, known, this.reading)),
    )
  }

  /** The members of an object that is a member; null when absent. */
  inner(name: string, known: ReadonlySet<string>): Members | null {
    const value = this.get(name)
    return value === undefined ? null : new Members(value, this.at(name), known, this.reading)
  }

  /** A member of any type with its path; null when absent. */
  element(name: string): Element | null {
    const value = this.get(name)
    return value === undefined ? null : { value, path: this.at(name) }
  }

  /** A member's text of at most so many characters; a longer one ends with an ellipsis, and is told. */
  shortened(name: string, text: string, most: number): string {
    if (text.length <= most || countCodePoints(text) <= most) return text
    this.warn(name, `shortened to ${most} characters`)
    return `${text.slice(0, advance(text, 0, most - 1))}…`
  }

  warn(name: string, reason: string): void {
    this.reading.add(this.at(name), reason)
  }

  /** The error for a member of a wrong type. */
  wrong(name: string, expected: string): WebhookError {
    return wrongType(this.at(name), expected, this.get(name))
  }
}

/** Whether a parameter of this name has no visible effect here, wherever it is. */
export function isWithoutEffect(name: string): boolean {
  return WITHOUT_EFFECT.has(name.toLowerCase())
}

/** Blocks stay unread until the function for their type reads them. */
export function readBlocks(members: Members): readonly Element[] {
  const blocks = members.list('blocks')
  for (const { value, path } of blocks) {
    if (!isObject(value)) throw wrongType(path, 'an object', value)
  }
  return blocks
}

export function wrongType(path: string, expected: string, value: unknown): WebhookError {
  const what = path === '' ? 'the payload' : path.slice(0, 200)
  return unparsable(`${what}: expected ${expected}, got ${nameOf(value)}`)
}

function nameOf(value: unknown) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

import { WebhookError } from '../../model/errors.js'
import type { Kind } from '../../model/limits.js'
import type { BlockPayload } from '../../model/payload.js'
import { isObject } from '../../model/json.js'
import { Warnings } from '../../model/warnings.js'
import { Amounts } from './amounts.js'
import { MemberTexts } from './member-texts.js'
import { memberNames } from './member-names.js'

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
  response_type callback_id attachment_type as_user
`)

/** An element of a list, and its path. */
export interface Element {
  readonly value: unknown
  readonly path: string
}

const NO_ELEMENTS: readonly Element[] = []

/** The kind that elements count as, by the name of their list; others count as `elements`. */
const KINDS: Readonly<Partial<Record<string, Kind>>> = {
  attachments: 'attachments',
  blocks: 'blocks',
  child_blocks: 'blocks',
  fields: 'fields',
  actions: 'actions',
  options: 'options',
  initial_options: 'options',
}

/** The members of one object of a payload, by their known names. */
export class Members {
  readonly #value: Readonly<Record<string, unknown>>
  /** Names that match only ignoring case, as they were sent. */
  readonly #others: ReadonlyMap<string, string> | null
  readonly #reading: Reading
  readonly path: string

  constructor(
    value: Readonly<Record<string, unknown>>,
    others: ReadonlyMap<string, string> | null,
    path: string,
    reading: Reading,
  ) {
    this.#value = value
    this.#others = others
    this.#reading = reading
    this.path = path
  }

  at(name: string): string {
    return join(this.path, name)
  }

  get(name: string): unknown {
    const sent = this.#sent(name)
    const value = sent === undefined ? undefined : this.#value[sent]
    return value === null || value === '' ? undefined : value
  }

  #sent(name: string): string | undefined {
    return Object.hasOwn(this.#value, name) ? name : this.#others?.get(name)
  }

  /** A member of any type as text; `''` when absent. */
  text(name: string): string {
    const value = this.get(name)
    if (value === undefined) return ''
    return this.#reading.texts.of(this.#value, this.#sent(name) ?? name, value, () => {
      this.#reading.add(this.at(name), ROUNDED)
    })
  }

  /** `''` when absent. */
  string(name: string): string {
    const value = this.get(name)
    // Some senders write `false` for an unset value.
    if (value === undefined || value === false) return ''
    if (typeof value === 'string') return value
    throw wrongType(this.at(name), 'a string', value)
  }

  boolean(name: string): boolean {
    const value = this.get(name)
    if (value === undefined) return false
    if (typeof value === 'boolean') return value
    throw wrongType(this.at(name), 'true or false', value)
  }

  /** The elements of a list that are not null, each with its path. Throws `body_too_large` for too many. */
  list(name: string): readonly Element[] {
    const value = this.get(name)
    if (value === undefined) return NO_ELEMENTS
    if (!Array.isArray(value)) throw wrongType(this.at(name), 'an array', value)
    const found: Element[] = []
    const kind = KINDS[name] ?? 'elements'
    value.forEach((element: unknown, index) => {
      if (element === null) return
      this.#reading.amounts.take(kind)
      found.push({ value: element, path: `${this.at(name)}[${index}]` })
    })
    return found
  }
}

/**
 * Own members by known name: exact matches first, then ignoring case. `null` and `""` count as absent.
 * Any other name becomes a warning, or is listed as ignored if it has no visible effect.
 */
export function readMembers(
  value: unknown,
  path: string,
  known: ReadonlySet<string>,
  reading: Reading,
): Members {
  if (!isObject(value)) throw wrongType(path, 'an object', value)
  let others: Map<string, string> | null = null
  for (const name of Object.keys(value)) {
    if (known.has(name)) continue
    const lower = name.toLowerCase()
    if (known.has(lower)) (others ??= new Map<string, string>()).set(lower, name)
    else if (value[name] === null || value[name] === '') continue
    else if (isWithoutEffect(name)) reading.ignore(join(path, name))
    else reading.add(join(path, name), 'not supported')
  }
  return new Members(value, others, path, reading)
}

/** Whether a parameter of this name has no visible effect here, wherever it is. */
export function isWithoutEffect(name: string): boolean {
  return WITHOUT_EFFECT.has(name.toLowerCase())
}

/** Blocks stay unread until the function for their type reads them. */
export function readBlocks(members: Members): readonly BlockPayload[] {
  return members.list('blocks').map(({ value, path }) => {
    if (!isObject(value)) throw wrongType(path, 'an object', value)
    return { value, path }
  })
}

export function wrongType(path: string, expected: string, value: unknown): WebhookError {
  const what = path === '' ? 'the payload' : path.slice(0, 200)
  return new WebhookError('payload_unparsable', {
    detail: `${what}: expected ${expected}, got ${nameOf(value)}`,
  })
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

import { WebhookError } from '../model/errors.js'
import { MAX_WARNINGS } from '../model/limits.js'
import type { BlockPayload } from '../model/payload.js'
import type { JsonValue, Warning } from '../model/records.js'

/** Collects what one payload's readers ignored or repaired. Bounded, so that a hostile payload cannot fill logs. */
export class Warnings {
  readonly list: Warning[] = []
  #dropped = 0

  add(path: string, reason: string): void {
    if (this.list.length < MAX_WARNINGS) this.list.push({ path: path.slice(0, 200), reason })
    else this.#dropped += 1
  }

  all(): readonly Warning[] {
    if (this.#dropped === 0) return this.list
    return [...this.list, { path: '', reason: `${this.#dropped} more warnings` }]
  }
}

/** An element of a list, and where it stands. */
export interface Element {
  readonly value: unknown
  readonly path: string
}

const NO_ELEMENTS: readonly Element[] = []

/** The members of one object of a payload, by their known names. */
export class Members {
  readonly #value: Readonly<Record<string, unknown>>
  /** Members whose name fits but for its case. */
  readonly #others: ReadonlyMap<string, unknown> | null
  readonly path: string

  constructor(
    value: Readonly<Record<string, unknown>>,
    others: ReadonlyMap<string, unknown> | null,
    path: string,
  ) {
    this.#value = value
    this.#others = others
    this.path = path
  }

  at(name: string): string {
    return join(this.path, name)
  }

  get(name: string): unknown {
    const value = Object.hasOwn(this.#value, name) ? this.#value[name] : this.#others?.get(name)
    return value === null || value === '' ? undefined : value
  }

  string(name: string): string {
    const value = this.get(name)
    if (value === undefined) return ''
    if (typeof value === 'string') return value
    throw wrongType(this.at(name), 'a string', value)
  }

  boolean(name: string): boolean {
    const value = this.get(name)
    if (value === undefined) return false
    if (typeof value === 'boolean') return value
    throw wrongType(this.at(name), 'true or false', value)
  }

  /** The elements of a list that are not null, each with its path. */
  list(name: string): readonly Element[] {
    const value = this.get(name)
    if (value === undefined) return NO_ELEMENTS
    if (!Array.isArray(value)) throw wrongType(this.at(name), 'an array', value)
    const found: Element[] = []
    value.forEach((element: unknown, index) => {
      if (element !== null) found.push({ value: element, path: `${this.at(name)}[${index}]` })
    })
    return found
  }
}

/**
 * Own members by known name: exactly first, then ignoring case. `null` and `""` are absent. What is
 * not known becomes a warning.
 */
export function readMembers(
  value: unknown,
  path: string,
  known: ReadonlySet<string>,
  warnings: Warnings,
): Members {
  if (!isObject(value)) throw wrongType(path, 'an object', value)
  let others: Map<string, unknown> | null = null
  for (const name of Object.keys(value)) {
    if (known.has(name)) continue
    const lower = name.toLowerCase()
    if (known.has(lower)) (others ??= new Map<string, unknown>()).set(lower, value[name])
    else if (value[name] !== null && value[name] !== '') {
      warnings.add(join(path, name), 'not supported')
    }
  }
  return new Members(value, others, path)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Blocks keep their shape until their own readers take them. */
export function readBlocks(members: Members): readonly BlockPayload[] {
  return members.list('blocks').map(({ value, path }) => {
    if (!isObject(value)) throw wrongType(path, 'an object', value)
    return { value, path }
  })
}

/** What JSON.parse makes is JSON, but for numbers past its range, which could not be written again. */
export function isJson(value: unknown): value is JsonValue {
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || ['string', 'boolean', 'object'].includes(typeof value)
}

export function wrongType(path: string, expected: string, value: unknown): WebhookError {
  const what = path === '' ? 'the payload' : path.slice(0, 200)
  return new WebhookError('payload_unparsable', {
    detail: `${what}: expected ${expected}, came ${nameOf(value)}`,
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

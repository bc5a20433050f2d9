import { endOf } from './ends.js'

/** Letters, digits, `_`, `/`, `@`: after one of these, `@name` is part of an address or path, not a mention. */
const JOINS_NAME = /[A-Za-z0-9_/@]/
const NAME = /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/y

/** Where reading goes on behind the `@`, and whether that is `@name` rather than a part of an address. */
export function atName(text: string, at: number) {
  const nothing = { end: at + 1, isName: false }
  if (JOINS_NAME.test(text.charAt(at - 1))) return nothing
  const end = endOf(NAME, text, at + 1)
  if (end === -1) return nothing
  const next = text.charAt(end)
  const isAddress = next === '@' || (next === '/' && /\w/.test(text.charAt(end + 1)))
  return { end, isName: !isAddress }
}

/** The texts that mention somebody, such as `@bob`, found where they stand in a finished text. */
export class MentionTexts {
  readonly #texts: ReadonlySet<string>
  /** The lengths that occur, the longest first. */
  readonly #lengths: readonly number[]

  constructor(texts: Iterable<string>) {
    this.#texts = new Set(texts)
    const lengths = new Set(Array.from(this.#texts, ({ length }) => length))
    this.#lengths = [...lengths].sort((a, b) => b - a)
  }

  /** The mention that begins at this position, or null. A longer name is another name. */
  at(text: string, at: number): string | null {
    for (const length of this.#lengths) {
      const known = text.slice(at, at + length)
      if (this.#texts.has(known) && !nameGoesOn(text, at + known.length)) return known
    }
    return null
  }
}

function nameGoesOn(text: string, end: number) {
  const next = text.charAt(end)
  const isJoint = next === '.' || next === '-'
  return /\w/.test(isJoint ? text.charAt(end + 1) : next)
}

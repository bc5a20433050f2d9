import { findWritten, type Written } from './written-numbers.js'

interface Source {
  readonly text: string
  readonly value: unknown
}

interface Found {
  readonly written: Written
  /** False if there may be more, and for values from a host's parser. */
  readonly isAll: boolean
}

/** Marks a string that stands for a number. No text of a payload contains U+0000. */
const MARK = '\0'
const MARKED = /"\\u0000([^"]*)"/g

/** Writes members of a payload as text, with numbers as they were sent. */
export class MemberTexts {
  readonly #sources: Source[] = []
  #found: Found | null = null

  /** Records the value of a JSON text. The text is read again only if a number is written. */
  parsed(text: string, value: unknown): void {
    this.#sources.push({ text, value })
    this.#found = null
  }

  /**
   * The member `name` of `holder` as text. Numbers are written as in JSON, or as they were sent if
   * JavaScript cannot represent them exactly. Lists and objects are JSON text. Calls `rounded` for
   * numbers that may differ from what was sent.
   */
  of(holder: object, name: string, value: unknown, rounded: () => void): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number') {
      return this.#unlikeJson(holder, name, value, rounded) ?? JSON.stringify(value)
    }
    if (typeof value !== 'object' || this.#areExact()) return JSON.stringify(value)
    return this.#nested(value, rounded)
  }

  #nested(value: unknown, rounded: () => void): string {
    let unknown = 0
    const unlikeJson = (holder: object, name: string, member: number): string | null =>
      this.#unlikeJson(holder, name, member, () => {
        unknown += 1
      })
    const json = JSON.stringify(value, function (this: object, name, member: unknown) {
      const text = typeof member === 'number' ? unlikeJson(this, name, member) : null
      return text === null ? member : MARK + text
    })
    if (unknown > 0) rounded()
    return json.replace(MARKED, '$1')
  }

  /** Null for a number that JSON writes exactly as it was sent. */
  #unlikeJson(holder: object, name: string, value: number, rounded: () => void): string | null {
    const { written, isAll } = this.#find()
    const sent = written.get(holder)?.get(name)
    if (sent !== undefined) return sent
    if (Number.isFinite(value) && (isAll || isExactly(value))) return null
    rounded()
    return String(value)
  }

  #areExact(): boolean {
    const { written, isAll } = this.#find()
    return isAll && written.size === 0
  }

  #find(): Found {
    if (this.#found !== null) return this.#found
    const written: Written = new Map()
    const found = this.#sources.map(({ text, value }) => findWritten(text, value, written))
    this.#found = { written, isAll: found.length > 0 && found.every(Boolean) }
    return this.#found
  }
}

// As far as can be known: an integer beyond 2^53 may stand for several.
function isExactly(value: number): boolean {
  return Number.isSafeInteger(value) || !Number.isInteger(value)
}

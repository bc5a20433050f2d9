import { findWritten, type Written } from './written-numbers.js'

interface Source {
  readonly text: string
  readonly value: unknown
}

interface Found {
  readonly written: Written
  /** False if there may be more; also for what a host's parser has left. */
  readonly isAll: boolean
}

/** Begins a string that is a number. No text of a payload holds U+0000. */
const MARK = '\0'
const MARKED = /"\\u0000([^"]*)"/g

/** Writes members of a payload as text, with the numbers that were sent. */
export class MemberTexts {
  readonly #sources: Source[] = []
  #found: Found | null = null

  /** Notes what a JSON text has become. The text is read again only if a number is written. */
  parsed(text: string, value: unknown): void {
    this.#sources.push({ text, value })
    this.#found = null
  }

  /**
   * The member `name` of `holder` as text. A number is written as JSON does it; one that JavaScript
   * does not hold exactly as it was sent. Lists and objects are JSON. Calls `rounded` for numbers that
   * may be others than were sent.
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

  /** Null for a number that JSON writes as it was sent. */
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

// As far as can be told: integers beyond 2^53 stand for several.
function isExactly(value: number): boolean {
  return Number.isSafeInteger(value) || !Number.isInteger(value)
}

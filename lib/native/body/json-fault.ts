const SPACE = /[ \t\n\r]*/y
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

class Fault extends Error {}

/**
 * Where a text stops being JSON, and what was expected there. The message contains nothing of the
 * text, unlike the engine's. Call it only with text that does not parse; faults that can be repaired
 * are skipped.
 */
export function findJsonFault(text: string): string {
  if (text.trim() === '') return 'the body is empty'
  try {
    new Reader(text).read()
    return 'not JSON'
  } catch (fault) {
    if (fault instanceof Fault) return fault.message
    throw fault
  }
}

/** Calls itself for what is in objects and lists, which are at most 80 levels deep. */
class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): void {
    this.#value()
    if (this.#next() !== '') throw this.#fault('the end of the JSON')
  }

  #value(): void {
    const c = this.#next()
    if (c === '{' || c === '[') this.#nest(c === '{' ? '}' : ']')
    else if (c === '"') this.#string()
    else if (!this.#skip(SCALAR)) throw this.#fault('a value')
  }

  #nest(close: '}' | ']'): void {
    const isObject = close === '}'
    this.#at += 1
    for (let isFirst = true; this.#next() !== close; isFirst = false) {
      if (isObject) this.#name(isFirst ? ' or a closing brace' : '')
      this.#value()
      const next = this.#next()
      // Also before the end, because trailing commas are removed.
      if (next === ',') this.#at += 1
      else if (next !== close) {
        throw this.#fault(`a comma or a closing ${isObject ? 'brace' : 'bracket'}`)
      }
    }
    this.#at += 1
  }

  #name(otherwise: string): void {
    if (this.#next() !== '"') throw this.#fault(`a member name in double quotes${otherwise}`)
    this.#string()
    if (this.#next() !== ':') throw this.#fault('a colon')
    this.#at += 1
  }

  #string(): void {
    const text = this.#text
    for (this.#at += 1; text.charAt(this.#at) !== '"'; this.#at += 1) {
      if (this.#at >= text.length) throw this.#fault('a closing quote')
      if (text.charAt(this.#at) !== '\\') continue
      this.#at += 1
      if (!this.#skip(ESCAPE)) {
        throw this.#fault(text.charAt(this.#at) === 'u' ? 'four hex digits' : 'a JSON escape')
      }
      this.#at -= 1
    }
    this.#at += 1
  }

  /** The next character that is not a space. */
  #next(): string {
    this.#skip(SPACE)
    return this.#text.charAt(this.#at)
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at
    if (!pattern.test(this.#text)) return false
    this.#at = pattern.lastIndex
    return true
  }

  #fault(expected: string): Fault {
    const before = this.#text.slice(0, this.#at)
    const line = before.split('\n').length
    const column = this.#at - before.lastIndexOf('\n')
    const where = this.#at >= this.#text.length ? 'at the end' : `at position ${this.#at}`
    return new Fault(`not JSON: expected ${expected} ${where} (line ${line}, column ${column})`)
  }
}

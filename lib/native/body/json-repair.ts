import { unparsable } from '../../model/errors.js'
import { fieldNames } from '../../model/fields.js'
import { endOf } from '../../text/ends.js'

const SPACE = /[ \t\n\r]*/y
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y
const CONTROLS = /[\u0000-\u001f]+/g
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** What is repaired, as warnings say it. */
const REPAIRS = {
  controls: 'raw control characters inside strings were escaped',
  commas: 'commas before a closing brace or bracket were dropped',
} as const

/**
 * Escapes control characters inside strings and removes commas before a closing brace or bracket, so
 * that the text parses. Throws if it has other faults. The error says where the text stops being JSON, and
 * what was expected there; it contains nothing of the text, unlike the engine's. `repairs` describe what was done.
 */
export function repairJson(text: string) {
  if (text.trim() === '') throw unparsable('the body is empty')
  return new Reader(text).repaired()
}

/** Calls itself for what is in objects and lists, which are at most 80 levels deep. */
class Reader {
  readonly #text: string
  readonly #pieces: string[] = []
  readonly #made = new Set<keyof typeof REPAIRS>()
  #copied = 0
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  repaired() {
    this.#value()
    if (this.#next() !== '') throw this.#fault('the end of the JSON')
    const names = fieldNames(REPAIRS).filter((name) => this.#made.has(name))
    const text = this.#pieces.join('') + this.#text.slice(this.#copied)
    return { text, repairs: names.map((name) => REPAIRS[name]) }
  }

  #value() {
    const c = this.#next()
    if (c === '{' || c === '[') this.#nest(c === '{' ? '}' : ']')
    else if (c === '"') this.#string()
    else if (!this.#skip(SCALAR)) throw this.#fault('a value')
  }

  #nest(close: '}' | ']') {
    const isObject = close === '}'
    let comma = -1
    this.#at += 1
    while (this.#next() !== close) {
      if (isObject) this.#name(comma === -1 ? ' or a closing brace' : '')
      this.#value()
      const next = this.#next()
      comma = next === ',' ? this.#at : -1
      if (comma !== -1) this.#at += 1
      else if (next !== close) {
        throw this.#fault(`a comma or a closing ${isObject ? 'brace' : 'bracket'}`)
      }
    }
    if (comma !== -1) this.#repair('commas', comma, comma + 1, '')
    this.#at += 1
  }

  #name(otherwise: string) {
    if (this.#next() !== '"') throw this.#fault(`a member name in double quotes${otherwise}`)
    this.#string()
    if (this.#next() !== ':') throw this.#fault('a colon')
    this.#at += 1
  }

  #string() {
    const text = this.#text
    const start = this.#at
    let hasControls = false
    for (this.#at += 1; text.charAt(this.#at) !== '"'; this.#at += 1) {
      if (this.#at >= text.length) throw this.#fault('a closing quote')
      const c = text.charAt(this.#at)
      if (c < ' ') hasControls = true
      if (c !== '\\') continue
      this.#at += 1
      if (!this.#skip(ESCAPE)) {
        throw this.#fault(text.charAt(this.#at) === 'u' ? 'four hex digits' : 'a JSON escape')
      }
      this.#at -= 1
    }
    if (hasControls) {
      const written = text.slice(start, this.#at)
      this.#repair('controls', start, this.#at, written.replace(CONTROLS, escaped))
    }
    this.#at += 1
  }

  #repair(name: keyof typeof REPAIRS, from: number, to: number, instead: string) {
    this.#made.add(name)
    this.#pieces.push(this.#text.slice(this.#copied, from), instead)
    this.#copied = to
  }

  /** The next character that is not a space. */
  #next() {
    this.#skip(SPACE)
    return this.#text.charAt(this.#at)
  }

  #skip(pattern: RegExp) {
    const end = endOf(pattern, this.#text, this.#at)
    if (end !== -1) this.#at = end
    return end !== -1
  }

  #fault(expected: string) {
    const before = this.#text.slice(0, this.#at)
    const line = before.split('\n').length
    const column = this.#at - before.lastIndexOf('\n')
    const where = this.#at >= this.#text.length ? 'at the end' : `at position ${this.#at}`
    return unparsable(`not JSON: expected ${expected} ${where} (line ${line}, column ${column})`)
  }
}

function escaped(characters: string) {
  return JSON.stringify(characters).slice(1, -1)
}

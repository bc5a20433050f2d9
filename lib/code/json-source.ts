import type { Path, Place, Source } from './source.js'

const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const MOST_LEVELS = 80

/** Strict JSON with the place of each value. The engine's parser says no places, and quotes the text. */
export function readJson(text: string): Source {
  const reader = new Reader(text)
  const placeOf = (path: Path): Place => {
    const known = path.map((_, at) => keyOf(path.slice(0, path.length - at)))
    const nearest = known.find((key) => reader.starts.has(key)) ?? keyOf([])
    return placeAt(text, reader.starts.get(nearest) ?? 0)
  }
  try {
    return { value: reader.whole(), mistakes: [], placeOf }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const mistake = { place: placeAt(text, error.at), reason: `not JSON: ${error.message}` }
    return { value: undefined, mistakes: [mistake], placeOf }
  }
}

class Fault extends Error {
  readonly at: number

  constructor(at: number, reason: string) {
    super(reason)
    this.at = at
  }
}

class Reader {
  /** Where each value begins, or the name of the member that it is. */
  readonly starts = new Map<string, number>()
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole(): unknown {
    const value = this.#value([])
    if (this.#next() !== '') throw this.#fault('the end')
    return value
  }

  #value(path: Path): unknown {
    const first = this.#next()
    if (!this.starts.has(keyOf(path))) this.starts.set(keyOf(path), this.#at)
    if (path.length > MOST_LEVELS) throw this.#fault(`at most ${MOST_LEVELS} levels`)
    if (first === '{') return this.#object(path)
    if (first === '[') return this.#list(path)
    const token = this.#take(first === '"' ? STRING : SCALAR)
    if (token !== '') return JSON.parse(token)
    throw this.#fault(
      first === '"' ? 'a string that ends on its line, with valid escapes' : 'a value',
    )
  }

  #object(path: Path): object {
    const members: [name: string, value: unknown][] = []
    this.#each('}', 'brace', () => {
      const isName = this.#next() === '"'
      const start = this.#at
      const token = isName ? this.#take(STRING) : ''
      if (token === '') throw this.#fault('a member name in double quotes')
      const name = String(JSON.parse(token))
      const own = [...path, name]
      if (this.starts.has(keyOf(own))) throw new Fault(start, `the member ${token} is there twice`)
      this.starts.set(keyOf(own), start)
      this.#pass(':', 'a colon')
      members.push([name, this.#value(own)])
    })
    return Object.fromEntries(members)
  }

  #list(path: Path): readonly unknown[] {
    const items: unknown[] = []
    this.#each(']', 'bracket', () => items.push(this.#value([...path, items.length])))
    return items
  }

  #each(close: string, closing: string, read: () => void) {
    this.#at += 1
    for (let isFirst = true; this.#next() !== close; isFirst = false) {
      if (!isFirst) this.#pass(',', `a comma or a closing ${closing}`)
      read()
    }
    this.#at += 1
  }

  #pass(c: string, expected: string) {
    if (this.#next() !== c) throw this.#fault(expected)
    this.#at += 1
  }

  /** The next character that is not a space; `''` at the end. */
  #next() {
    this.#take(SPACE)
    return this.#text.charAt(this.#at)
  }

  #take(pattern: RegExp) {
    pattern.lastIndex = this.#at
    const [found = ''] = pattern.exec(this.#text) ?? []
    this.#at += found.length
    return found
  }

  #fault(expected: string) {
    return new Fault(this.#at, `expected ${expected}`)
  }
}

function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at)
  return { line: before.split('\n').length, column: at - before.lastIndexOf('\n') }
}

/** A name may contain anything, but not the quotes and commas of JSON as they are. */
function keyOf(path: Path) {
  return JSON.stringify(path.map(String))
}

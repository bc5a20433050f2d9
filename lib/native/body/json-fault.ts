const SPACE = new Set([' ', '\t', '\n', '\r'])
const ESCAPES = new Set(['"', '\\', '/', 'b', 'f', 'n', 'r', 't'])
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORDS = ['true', 'false', 'null'] as const

class Fault {
  readonly offset: number
  readonly expected: string

  constructor(offset: number, expected: string) {
    this.offset = offset
    this.expected = expected
  }
}

/**
 * Where a text stops being JSON, and what was expected there. The message contains nothing of the
 * text, unlike the engine's. Call it only with text that does not parse; faults that can be repaired
 * are skipped.
 */
export function findJsonFault(text: string): string {
  if (text.trim() === '') return 'the body is empty'
  const fault = scan(text)
  if (fault === null) return 'not JSON'
  const before = text.slice(0, fault.offset)
  const line = before.split('\n').length
  const column = fault.offset - before.lastIndexOf('\n')
  const where = fault.offset >= text.length ? 'at the end' : `at position ${fault.offset}`
  return `not JSON: expected ${fault.expected} ${where} (line ${line}, column ${column})`
}

type Expect = 'value' | 'firstElement' | 'element' | 'firstName' | 'name' | 'colon' | 'next'

/** Also after a comma, because trailing commas are removed. */
const MAY_CLOSE: ReadonlySet<Expect> = new Set(['firstElement', 'element', 'firstName', 'name'])

function scan(text: string): Fault | null {
  const open: ('[' | '{')[] = []
  let expect: Expect = 'value'
  let at = skipSpace(text, 0)
  while (at < text.length) {
    if (expect === 'next' && open.length === 0) return new Fault(at, 'the end of the JSON')
    const step: Taken | Fault = take(text, at, expect, open)
    if (step instanceof Fault) return step
    expect = step.expect
    at = skipSpace(text, step.end)
  }
  if (expect === 'next' && open.length === 0) return null
  return new Fault(text.length, wordFor(expect, open.at(-1)))
}

interface Taken {
  readonly end: number
  readonly expect: Expect
}

function take(text: string, at: number, expect: Expect, open: ('[' | '{')[]): Taken | Fault {
  const c = text.charAt(at)
  const inner = open.at(-1)
  if (expect === 'colon') {
    return c === ':' ? { end: at + 1, expect: 'value' } : new Fault(at, wordFor(expect, inner))
  }
  if (expect === 'next') {
    if (c === ',') return { end: at + 1, expect: inner === '{' ? 'name' : 'element' }
    if (c !== (inner === '{' ? '}' : ']')) return new Fault(at, wordFor(expect, inner))
    open.pop()
    return { end: at + 1, expect: 'next' }
  }
  if (MAY_CLOSE.has(expect) && c === (inner === '{' ? '}' : ']')) {
    open.pop()
    return { end: at + 1, expect: 'next' }
  }
  if (expect === 'name' || expect === 'firstName') {
    return c === '"' ? takeString(text, at, 'colon') : new Fault(at, wordFor(expect, inner))
  }
  if (c === '{' || c === '[') {
    open.push(c)
    return { end: at + 1, expect: c === '{' ? 'firstName' : 'firstElement' }
  }
  return takeScalar(text, at, c)
}

function takeScalar(text: string, at: number, c: string): Taken | Fault {
  if (c === '"') return takeString(text, at, 'next')
  const word = WORDS.find((w) => text.startsWith(w, at))
  if (word) return { end: at + word.length, expect: 'next' }
  NUMBER.lastIndex = at
  const number = NUMBER.exec(text)
  return number ? { end: NUMBER.lastIndex, expect: 'next' } : new Fault(at, 'a value')
}

function takeString(text: string, start: number, expect: Expect): Taken | Fault {
  for (let i = start + 1; i < text.length; i += 1) {
    const c = text.charAt(i)
    if (c === '"') return { end: i + 1, expect }
    if (c !== '\\') continue
    i += 1
    if (text.charAt(i) === 'u') {
      if (!/^[0-9a-fA-F]{4}$/.test(text.slice(i + 1, i + 5))) return new Fault(i, 'four hex digits')
      i += 4
    } else if (!ESCAPES.has(text.charAt(i))) return new Fault(i, 'a JSON escape')
  }
  return new Fault(text.length, 'a closing quote')
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && SPACE.has(text.charAt(at))) at += 1
  return at
}

function wordFor(expect: Expect, inner: string | undefined): string {
  switch (expect) {
    case 'colon':
      return 'a colon'
    case 'name':
      return 'a member name in double quotes'
    case 'firstName':
      return 'a member name in double quotes or a closing brace'
    case 'next':
      return inner === '{' ? 'a comma or a closing brace' : 'a comma or a closing bracket'
    default:
      return 'a value'
  }
}

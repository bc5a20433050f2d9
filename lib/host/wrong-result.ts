// Shared by all copies of this module, because stores and the rest may come from two of them.
const BRAND = Symbol.for('express-incoming-webhooks.WrongResult')

/** A result of an adapter, or of what a store calls, that is not what its type says. */
export class WrongResult extends TypeError {
  /** Recognises those of other copies of the package too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    try {
      return typeof value === 'object' && value !== null && BRAND in value
    } catch {
      // What hosts throw may be a proxy that cannot be looked at.
      return false
    }
  }

  /** What of the result is wrong; `''` for the result itself. */
  readonly field: string
  readonly expected: string
  /** What kind of value it is instead, never the value; `''` if that is not known. */
  readonly got: string
  /** What to write, if it is that simple. */
  readonly fix: string

  constructor(field: string, expected: string, ...value: [] | [unknown]) {
    const got = value.length === 0 ? '' : kindOfValue(value[0])
    const fix = field === '' || value.length === 0 ? '' : fixOf(field, expected, value[0])
    const instead = got && `, got ${got}${fix && `; use ${fix}`}`
    super(`${field === '' ? 'result' : field}: expected ${expected}${instead}`)
    this.field = field
    this.expected = expected
    this.got = got
    this.fix = fix
  }
}

Object.defineProperty(WrongResult.prototype, BRAND, { value: true })

/**
 * `null`, `a number`, `a list of 2 that begins with a list`, `an object with rowsAffected`, or for
 * objects of a class its name, such as `an ObjectId`.
 */
export function kindOfValue(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return String(value)
  if (Array.isArray(value)) return kindOfList(value)
  if (typeof value !== 'object') return withArticle(typeof value)
  const name = classOf(value)
  const names = name === 'object' ? namesOf(value) : ''
  return `${withArticle(name)}${names && ` with ${names}`}`
}

function kindOfList(list: readonly unknown[]) {
  const [first] = list
  const begins = Array.isArray(first) ? 'a list' : kindOfValue(first)
  return `a list of ${list.length}${list.length > 0 ? ` that begins with ${begins}` : ''}`
}

/** How to make what is expected of a value; `''` if that depends on what it means. */
function fixOf(field: string, expected: string, value: unknown) {
  const type = typeof value
  if (value instanceof Date) return expected.includes('a number') ? `${field}.getTime()` : ''
  if (expected === 'a string' && (type === 'number' || type === 'bigint' || isOfClass(value))) {
    return `String(${field})`
  }
  if (expected.includes('a number') && (type === 'bigint' || isNumber(value))) {
    return `Number(${field})`
  }
  return expected === 'a boolean' && type === 'number' ? `Boolean(${field})` : ''
}

/** A number as text, which drivers make of large ones. */
function isNumber(value: unknown) {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
}

/** Such as an id of MongoDB, which stands for a text. */
function isOfClass(value: unknown) {
  return (
    typeof value === 'object' &&
    value !== null &&
    classOf(value) !== 'object' &&
    !Array.isArray(value)
  )
}

function classOf(value: object) {
  const { constructor: made }: { readonly constructor?: unknown } = value
  const name = typeof made === 'function' ? made.name : ''
  return name === '' || name === 'Object' ? 'object' : name
}

/** Longer names may be what somebody wrote. */
const NAME = /^[a-z_]\w{0,39}$/i
const MOST_NAMES = 8

function namesOf(value: object) {
  const names = Object.keys(value).filter((name) => NAME.test(name))
  return names.slice(0, MOST_NAMES).join(', ') + (names.length > MOST_NAMES ? ' …' : '')
}

function withArticle(name: string) {
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`
}

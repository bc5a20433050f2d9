/** A result of an adapter that is not what its type says. `field` is `''` for the result itself. */
export class WrongResult extends Error {
  readonly field: string
  readonly expected: string
  /** What kind of value it is instead, never the value. */
  readonly got: string
  /** What to write, if it is that simple. */
  readonly fix: string

  constructor(field: string, expected: string, value: unknown) {
    const got = kindOfValue(value)
    const fix = field === '' ? '' : fixOf(field, expected, value)
    const advice = fix === '' ? '' : `; use ${fix}`
    super(`${field === '' ? 'result' : field}: expected ${expected}, got ${got}${advice}`)
    this.field = field
    this.expected = expected
    this.got = got
    this.fix = fix
  }
}

/** `a number`, `null`, `a list of 2`, or for objects of a class its name, such as `an ObjectId`. */
export function kindOfValue(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return String(value)
  if (Array.isArray(value)) return `a list of ${value.length}`
  const name = typeof value === 'object' ? classOf(value) : typeof value
  return `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`
}

/** How to make what is expected of a value; `''` if that depends on what it means. */
export function fixOf(field: string, expected: string, value: unknown): string {
  const type = typeof value
  if (value instanceof Date) return expected.includes('a number') ? `${field}.getTime()` : ''
  if (expected === 'a string' && (type === 'number' || type === 'bigint' || isOfClass(value))) {
    return `String(${field})`
  }
  if (expected.includes('a number') && (type === 'bigint' || type === 'string')) {
    return `Number(${field})`
  }
  return expected === 'a boolean' && type === 'number' ? `Boolean(${field})` : ''
}

/** Such as an id of MongoDB, which stands for a text. */
function isOfClass(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    classOf(value) !== 'object' &&
    !Array.isArray(value)
  )
}

function classOf(value: object): string {
  const { constructor: made }: { constructor?: unknown } = value
  const name = typeof made === 'function' ? made.name : ''
  return name === '' || name === 'Object' ? 'object' : name
}

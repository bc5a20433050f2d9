/** Whether a value is right, and what it should be. */
export type Check = readonly [isValid: (value: unknown) => boolean, expected: string]

/** Throws a `TypeError` for a value that is there and wrong. */
export function check(name: string, value: unknown, [isValid, expected]: Check): void {
  if (value === undefined || isValid(value)) return
  throw new TypeError(`${name}: expected ${expected}, got ${JSON.stringify(value)}`)
}

/** The same for the members of an object, which has no others. */
export function checkMembers(
  name: string,
  value: unknown,
  checks: Readonly<Record<string, Check>>,
): void {
  if (value === undefined) return
  const names = Object.keys(checks).join(', ')
  if (!(value instanceof Object) || Array.isArray(value)) {
    throw new TypeError(`${name}: expected an object with some of ${names}`)
  }
  for (const [member, given] of Object.entries(value)) {
    const rule = checks[member]
    if (!rule) throw new TypeError(`${name}.${member}: expected one of ${names}`)
    check(`${name}.${member}`, given, rule)
  }
}

/** A text that is not empty. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

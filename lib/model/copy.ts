/**
 * A deep copy of a JSON record. Many times faster than structuredClone, which gives objects of another
 * realm in jest, so that they never equal those of a test.
 */
export function copyOf<T>(value: T): T
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value
    // `map` of an array of another realm, such as jest's, would make one of that realm.
    return [...elements].map((element) => copyOf(element))
  }
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const member: unknown = Reflect.get(value, name)
    const inner = typeof member === 'object' ? copyOf(member) : member
    if (name !== '__proto__') copy[name] = inner
    else Object.defineProperty(copy, name, { value: inner, enumerable: true })
  }
  return copy
}

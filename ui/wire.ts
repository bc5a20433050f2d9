/** An object as received. */
export type Wire = Readonly<Record<string, unknown>>

export function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object, or an empty one for any other value. */
export function wireOf(value: unknown): Wire {
  return isWire(value) ? value : {}
}

/** The objects of a list, or an empty list for any other value. */
export function wiresOf(value: unknown): readonly Wire[] {
  return listOf(value).map(wireOf)
}

/** A list, or an empty one for any other value. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The strings of a list. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string')
}

/** A member of an object; undefined if the value is not an object. */
export function memberOf(value: unknown, name: string): unknown {
  return isWire(value) ? value[name] : undefined
}

/** A string member; `''` if missing or of another type. */
export function textOf(value: unknown, name: string): string {
  const found = memberOf(value, name)
  return typeof found === 'string' ? found : ''
}

/** A number member; 0 if missing or of another type. */
export function numberOf(value: unknown, name: string): number {
  const found = memberOf(value, name)
  return typeof found === 'number' && Number.isFinite(found) ? found : 0
}

/** Whether a member is true. */
export function isTrue(value: unknown, name: string): boolean {
  return memberOf(value, name) === true
}

/** The value of a JSON text; undefined if it is invalid. */
export function parsed(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch {
    return undefined
  }
}

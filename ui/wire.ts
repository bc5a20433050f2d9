/** An object as it came over the wire. */
export type Wire = Readonly<Record<string, unknown>>

export function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is no object has no members. */
export function wireOf(value: unknown): Wire {
  return isWire(value) ? value : {}
}

/** The objects of a list; what is no list is an empty one. */
export function wiresOf(value: unknown): readonly Wire[] {
  return listOf(value).map(wireOf)
}

/** What is no list is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The texts of a list. */
export function textsOf(value: unknown): readonly string[] {
  return listOf(value).filter((each) => typeof each === 'string')
}

/** What an object holds at a name; undefined for everything that is no object. */
export function memberOf(value: unknown, name: string): unknown {
  return isWire(value) ? value[name] : undefined
}

/** A text member; what is missing or of another type is `''`. */
export function textOf(value: unknown, name: string): string {
  const found = memberOf(value, name)
  return typeof found === 'string' ? found : ''
}

/** A number member; what is missing or of another type is 0. */
export function numberOf(value: unknown, name: string): number {
  const found = memberOf(value, name)
  return typeof found === 'number' && Number.isFinite(found) ? found : 0
}

/** Whether a member is true. */
export function isTrue(value: unknown, name: string): boolean {
  return memberOf(value, name) === true
}

/** The value of a JSON text; undefined for what is no JSON. */
export function parsed(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch {
    return undefined
  }
}

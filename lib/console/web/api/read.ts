/** An object as it came over the wire. */
export type Wire = Readonly<Record<string, unknown>>

/** What is no object has no members. */
export function wireOf(value: unknown): Wire {
  return isWire(value) ? value : {}
}

function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null
}

/** The objects of a list; what is no list is an empty one. */
export function wiresOf(value: unknown): readonly Wire[] {
  return Array.isArray(value) ? value.map(wireOf) : []
}

/** A text member; what is missing or of another type is `''`. */
export function textOf(wire: Wire, name: string): string {
  const value = wire[name]
  return typeof value === 'string' ? value : ''
}

/** A number member; what is missing or of another type is 0. */
export function numberOf(wire: Wire, name: string): number {
  const value = wire[name]
  return typeof value === 'number' ? value : 0
}

/** A member that is true. */
export function isTrue(wire: Wire, name: string): boolean {
  return wire[name] === true
}

/** The texts of a list. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

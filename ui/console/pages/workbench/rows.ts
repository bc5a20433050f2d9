/** A member of a payload, as it is listed. */
export interface Row {
  readonly path: readonly string[]
  readonly value: unknown
  /** How many members an object or a list has; null for others. */
  readonly size: number | null
  /** Its place among its neighbours, from 1. */
  readonly at: number
  readonly of: number
}

/** A name for what is at a path. */
export function keyOf(path: readonly string[]): string {
  return JSON.stringify(path)
}

/** The members of a payload, and of those members that are open; at most so many. */
export function rowsOf(root: unknown, open: ReadonlySet<string>, most: number) {
  const rows: Row[] = []
  const addMembers = (value: object, above: readonly string[]): boolean => {
    const names = Object.keys(value)
    return names.every((name, at) => {
      if (rows.length === most) return false
      const path = [...above, name]
      const member: unknown = Reflect.get(value, name)
      const isParent = member instanceof Object
      const size = isParent ? Object.keys(member).length : null
      rows.push({ path, value: member, size, at: at + 1, of: names.length })
      return !isParent || !open.has(keyOf(path)) || addMembers(member, path)
    })
  }
  const isWhole = !(root instanceof Object) || addMembers(root, [])
  return { rows: rows as readonly Row[], isWhole }
}

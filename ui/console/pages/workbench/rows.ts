/** A member of a payload, as it is listed. */
export interface Row {
  readonly path: readonly string[]
  readonly value: unknown
  /** How many members an object or a list has; null for others. */
  readonly size: number | null
  /** Whether its members are listed, too. */
  readonly isOpen: boolean
  /** Its place among its neighbours, from 1. */
  readonly at: number
  readonly of: number
}

/** A name for what is at a path. */
export function keyOf(path: readonly string[]): string {
  return JSON.stringify(path)
}

/** Small objects are open until they are closed: those not deep, and the first one of a list. */
const MOST_LEVELS = 3
const MOST_MEMBERS = 8

/** The members of a payload, and of those members that are open; at most so many. `turned`: opened or closed. */
export function rowsOf(root: unknown, turned: ReadonlySet<string>, most: number) {
  const rows: Row[] = []
  const add = (row: Omit<Row, 'size' | 'isOpen'>, isNear: boolean): boolean => {
    if (rows.length === most) return false
    const { path, value } = row
    const isParent = value instanceof Object
    const size = isParent ? Object.keys(value).length : null
    const isSmall = Number(size) <= MOST_MEMBERS && !Array.isArray(value)
    const isOpenAtFirst = isNear && (isSmall || path.length === 0)
    const isOpen = isParent && turned.has(keyOf(path)) !== isOpenAtFirst
    rows.push({ ...row, size, isOpen })
    return !isOpen || addMembers(value, path)
  }
  const addMembers = (value: object, above: readonly string[]): boolean => {
    const names = Object.keys(value)
    const isNear = !Array.isArray(value) && above.length < MOST_LEVELS
    return names.every((name, at) => {
      const member: unknown = Reflect.get(value, name)
      const row = { path: [...above, name], value: member, at: at + 1, of: names.length }
      return add(row, isNear || (Array.isArray(value) && at === 0))
    })
  }
  // A list is a value of its own, which a template calls `this`.
  const isWhole = Array.isArray(root)
    ? add({ path: [], value: root, at: 1, of: 1 }, true)
    : !(root instanceof Object) || addMembers(root, [])
  return { rows: rows as readonly Row[], isWhole }
}

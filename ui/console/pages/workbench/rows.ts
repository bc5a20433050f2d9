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

function isOpenAtFirst({ path, value, size }: Omit<Row, 'isOpen'>): boolean {
  const isNear = path.length <= MOST_LEVELS || path.at(-1) === '0'
  return isNear && (size ?? 0) <= MOST_MEMBERS && !Array.isArray(value)
}

/** The members of a payload, and of those members that are open; at most so many. `turned`: opened or closed. */
export function rowsOf(root: unknown, turned: ReadonlySet<string>, most: number) {
  const rows: Row[] = []
  const addMembers = (value: object, above: readonly string[]): boolean => {
    const names = Object.keys(value)
    return names.every((name, at) => {
      if (rows.length === most) return false
      const path = [...above, name]
      const member: unknown = Reflect.get(value, name)
      const isParent = member instanceof Object
      const size = isParent ? Object.keys(member).length : null
      const row = { path, value: member, size, at: at + 1, of: names.length }
      const isOpen = isParent && turned.has(keyOf(path)) !== isOpenAtFirst(row)
      rows.push({ ...row, isOpen })
      return !isOpen || addMembers(member, path)
    })
  }
  const isWhole = !(root instanceof Object) || addMembers(root, [])
  return { rows: rows as readonly Row[], isWhole }
}

import { isObject } from './rows.js'

/** Follows the rows of a table. */
interface RowIndex<Row> {
  add(row: Row): unknown
  delete(row: Row): unknown
}

/** The rows of a table by their keys, in the order in which the keys were added. */
export class Table<Row> extends Map<string, Row> {
  readonly keyOf: (row: Row) => string
  readonly #isOlder: (row: Row, known: Row) => boolean
  readonly #indexes: RowIndex<Row>[] = []

  /** A row that is older than the known one with its key is not put. */
  constructor(
    keyOf: (row: Row) => string,
    isOlder: (row: Row, known: Row) => boolean = () => false,
  ) {
    super()
    this.keyOf = keyOf
    this.#isOlder = isOlder
  }

  /** Tells the index of the rows, now and from now on. */
  follow(index: RowIndex<Row>): void {
    for (const row of this.values()) index.add(row)
    this.#indexes.push(index)
  }

  /** The rows by names that no two of them share. */
  named(namesOf: (row: Row) => readonly string[]): ReadonlyMap<string, Row> {
    const rows = new Map<string, Row>()
    this.follow({
      add: (row) => {
        for (const name of namesOf(row)) rows.set(name, row)
      },
      delete: (row) => {
        for (const name of namesOf(row)) rows.delete(name)
      },
    })
    return rows
  }

  /** The rows in groups, by a name that many of them share. */
  grouped<Group extends RowIndex<Row>>(
    Group: new () => Group,
    nameOf: (row: Row) => string,
  ): Map<string, Group> {
    const groups = new Map<string, Group>()
    this.follow({
      add: (row) => {
        const name = nameOf(row)
        const group = groups.get(name) ?? new Group()
        groups.set(name, group)
        group.add(row)
      },
      delete: (row) => groups.get(nameOf(row))?.delete(row),
    })
    return groups
  }

  /** Puts the rows of a file or a commit, and makes them immutable: they are returned without copying. */
  putAll(rows: unknown): void {
    for (const row of this.rowsIn(rows)) {
      const key = this.keyOf(row)
      const known = this.get(key)
      if (known && this.#isOlder(row, known)) continue
      this.set(key, freezeDeep(row))
      for (const index of this.#indexes) {
        if (known) index.delete(known)
        index.add(row)
      }
    }
  }

  /** Deletes a row from the table and its indexes. */
  remove(key: string): void {
    const row = this.get(key)
    if (row === undefined) return
    this.delete(key)
    for (const index of this.#indexes) index.delete(row)
  }

  /** Those of the rows whose keys are new. */
  newIn(rows: unknown): readonly Row[] {
    return this.rowsIn(rows).filter((row) => !this.has(this.keyOf(row)))
  }

  /** Empty for anything else than rows: what is read from a file is not certain. */
  rowsIn(rows: unknown): readonly Row[] {
    return this.#areRows(rows) ? rows : []
  }

  // The shape only: the checksum of the file vouches for the content.
  #areRows(rows: unknown): rows is readonly Row[] {
    return Array.isArray(rows) && rows.every(isObject)
  }
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) freezeDeep(member)
    Object.freeze(value)
  }
  return value
}

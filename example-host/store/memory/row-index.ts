/** Follows the rows of a table. */
export interface RowIndex<Row> {
  add(row: Row): unknown
  delete(row: Row): unknown
}

/** Rows by names that no two of them share. */
export class Names<Row> implements RowIndex<Row> {
  readonly #rows = new Map<string, Row>()
  readonly #namesOf: (row: Row) => readonly string[]

  constructor(namesOf: (row: Row) => readonly string[]) {
    this.#namesOf = namesOf
  }

  get(name: string): Row | undefined {
    return this.#rows.get(name)
  }

  add(row: Row): void {
    for (const name of this.#namesOf(row)) this.#rows.set(name, row)
  }

  delete(row: Row): void {
    for (const name of this.#namesOf(row)) this.#rows.delete(name)
  }
}

/** Rows in groups, by a name that many of them share. */
export class Groups<Row, Group extends RowIndex<Row>> implements RowIndex<Row> {
  readonly #groups = new Map<string, Group>()
  readonly #Group: new () => Group
  readonly #nameOf: (row: Row) => string

  constructor(Group: new () => Group, nameOf: (row: Row) => string) {
    this.#Group = Group
    this.#nameOf = nameOf
  }

  get(name: string): Group | undefined {
    return this.#groups.get(name)
  }

  add(row: Row): void {
    const name = this.#nameOf(row)
    const group = this.#groups.get(name) ?? new this.#Group()
    this.#groups.set(name, group)
    group.add(row)
  }

  delete(row: Row): void {
    this.#groups.get(this.#nameOf(row))?.delete(row)
  }

  /** Forgets a group, whose rows are about to be deleted. */
  forget(name: string): void {
    this.#groups.delete(name)
  }
}

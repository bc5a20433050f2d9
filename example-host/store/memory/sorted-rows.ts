import { firstWhere } from './sorted.js'

/** Rows in the order of `compare`, which tells any two of them apart. */
export class SortedRows<Row> {
  readonly #rows: Row[] = []
  readonly #compare: (a: Row, b: Row) => number

  constructor(compare: (a: Row, b: Row) => number) {
    this.#compare = compare
  }

  get all(): readonly Row[] {
    return this.#rows
  }

  add(row: Row): void {
    this.#rows.splice(this.#placeOf(row), 0, row)
  }

  /** The row must be the one that was added, or be equal to it for `compare`. */
  delete(row: Row): void {
    const place = this.#placeOf(row)
    const found = this.#rows[place]
    if (found !== undefined && this.#compare(found, row) === 0) this.#rows.splice(place, 1)
  }

  /** The place of the first row that is not before this one. */
  #placeOf(row: Row): number {
    return firstWhere(this.#rows, (other) => this.#compare(other, row) >= 0)
  }
}

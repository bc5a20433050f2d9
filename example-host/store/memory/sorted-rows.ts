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
    let low = 0
    let high = this.#rows.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.#rows[middle]
      if (other === undefined || this.#compare(other, row) >= 0) high = middle
      else low = middle + 1
    }
    return low
  }
}

import { numberIn } from '../../stored-values.js'
import type { PgQuery } from '../transactions.js'
import type { ChatTables } from './database.js'

/** The newest post and change. */
export interface Mark {
  readonly place: number
  readonly change: number
}

/**
 * Numbers are given out before the commit, so that a lower one may appear later, but not later than
 * a statement may take. So each look begins where the newest was some looks before.
 */
const LOOKS_BACK = 4

export class Marks {
  readonly #query: PgQuery
  readonly #text: string
  #marks: readonly Mark[] = []

  constructor({ query, tables }: { readonly query: PgQuery; readonly tables: ChatTables }) {
    this.#query = query
    this.#text = `SELECT (SELECT coalesce(max(place), 0) FROM ${tables.posts}) AS place,
      (SELECT coalesce(max(id), 0) FROM ${tables.changes}) AS change`
  }

  /** The next look is the first one: what was before need not be told. */
  reset(): void {
    this.#marks = []
  }

  /** Where this look begins. */
  async next(): Promise<Mark> {
    const [row = {}] = await this.#query(this.#text)
    const newest = { place: numberIn(row, 'place'), change: numberIn(row, 'change') }
    const [begin = newest] = this.#marks
    this.#marks = [...this.#marks, newest].slice(-LOOKS_BACK)
    return begin
  }
}

import { WORDS } from '../../sql/database.js'
import { hasTrigram, SEARCHED_FIRST } from '../../sql/webhooks.js'

interface Named {
  readonly table: string
  readonly where: string
  /** What is searched, in lower case, as the index has it. */
  readonly text: string
  readonly order: string
}

/** The placeholder of what `partOf` makes of a query. */
const PART = '$1'

/** Rows whose text contains a part: all of them, or, if no index can find them, those among the first. */
export function namedRows({ table, where, text, order }: Named, query: string) {
  const all = `SELECT * FROM ${table} WHERE ${where}`
  if (hasTrigram(query)) return `${all} AND ${text} LIKE ${PART} ORDER BY ${order}`
  return `SELECT * FROM (${all} ORDER BY ${order} LIMIT ${SEARCHED_FIRST}) AS first
    WHERE ${text} LIKE ${PART} ORDER BY ${order}`
}

export function partOf(query: string) {
  return String(WORDS.postgres.part(query.toLowerCase()))
}

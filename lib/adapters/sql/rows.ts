import { isObject } from '../../model/json.js'
import { WrongResult } from '../../host/wrong-result.js'
import { isRow, type Row } from '../stored-values.js'

/**
 * The rows of a statement, as objects by column name: a list of them, an object that has them in
 * `rows`, or a pair of them and whatever else a driver tells, such as their number.
 */
export type SqlResult =
  | readonly object[]
  | {
      /** The rows. */
      readonly rows: readonly object[]
    }
  | readonly [rows: readonly object[], more: unknown]

/** The rows of a result. Throws `WrongResult` for everything that is not one, such as a count. */
export function rowsOf(result: unknown): readonly Row[] {
  const rows = listIn(result)
  if (rows?.every(isRow)) return rows
  throw new WrongResult('query', THE_ROWS, result)
}

const THE_ROWS =
  'the rows, each an object by column name, also of INSERT, UPDATE and DELETE with RETURNING'

function listIn(result: unknown): readonly unknown[] | null {
  if (isList(result)) {
    const [rows, more] = result
    // Rows are objects, so that a list in their place is not one of them.
    return result.length === 2 && isList(rows) && !isList(more) ? rows : result
  }
  return isObject(result) && isList(result['rows']) ? result['rows'] : null
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

import { DEFAULT_WEBHOOK } from '../../model/defaults.js'
import { fieldNames, recordOf } from '../../model/fields.js'
import type { IncomingWebhook } from '../../model/records.js'
import { jsonIn, type Row, type SqlValue, type Words } from './database.js'

type Name = keyof IncomingWebhook

/** The columns of a webhook: one for each of its fields. */
export const WEBHOOK_NAMES: readonly Name[] = fieldNames(DEFAULT_WEBHOOK)

/** `key_digest` for `keyDigest`. */
export function columnOf(name: Name): string {
  // A word of SQL, which would need quotes in every statement.
  if (name === 'except') return 'except_events'
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The type of a column, and its default, which records that were written before it get. */
export function typeOf(name: Name, { json, flag }: Words): string {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'string') return `text NOT NULL DEFAULT '${initial}'`
  if (typeof initial === 'number') return `bigint NOT NULL DEFAULT ${initial}`
  if (typeof initial !== 'boolean') return json
  const isNumber = flag === 'integer'
  return `${flag} NOT NULL DEFAULT ${isNumber ? Number(initial) : String(initial)}`
}

/** A value as its column takes it: PostgreSQL reads 1 and 0 as true and false. */
export function toColumn(value: IncomingWebhook[Name]): SqlValue {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** The record in a row. Its values are checked where every adapter's results are. */
export function toWebhook(row: Row): Readonly<Record<Name, unknown>> {
  return recordOf<Record<Name, unknown>>(WEBHOOK_NAMES, (name) => {
    const column = columnOf(name)
    const initial = DEFAULT_WEBHOOK[name]
    if (typeof initial === 'string') return row[column]
    if (typeof initial === 'number') return Number(row[column])
    return typeof initial === 'boolean' ? Boolean(row[column]) : jsonIn(row, column)
  })
}

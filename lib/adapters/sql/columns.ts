import { DEFAULT_WEBHOOK } from '../../model/defaults.js'
import { fieldNames, recordOf } from '../../model/fields.js'
import type { IncomingWebhook } from '../../model/records.js'
import type { StoredWebhook } from '../types.js'
import { flagIn, jsonIn, numberIn, type Row, textIn } from '../stored-values.js'
import type { SqlValue, Words } from './database.js'

type Name = Exclude<keyof IncomingWebhook, 'lastResult'>

/** The columns of a webhook: one for each of its fields. */
export const WEBHOOK_NAMES: readonly Name[] = fieldNames<Record<Name, unknown>>(DEFAULT_WEBHOOK)

const OTHER_COLUMNS: { readonly [N in Name]?: string } = {
  // A word of SQL, which would need quotes in every statement.
  except: 'except_events',
  // The name in databases of 0.9.
  incidentPath: 'thing_path',
}

/** `key_digest` for `keyDigest`. */
export function columnOf(name: Name): string {
  const other = OTHER_COLUMNS[name]
  if (other !== undefined) return other
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The type of a column, and its default, which records that were written before it get. */
export function typeOf(name: Name, { json, flag, toFlag }: Words): string {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'string') return `text NOT NULL DEFAULT '${initial}'`
  if (typeof initial === 'number') return `bigint NOT NULL DEFAULT ${initial}`
  return typeof initial === 'boolean' ? `${flag} NOT NULL DEFAULT ${toFlag(initial)}` : json
}

/** Where a statement has the value of a column. */
export function placeOf(name: Name, { jsonPlace, flagPlace }: Words): string {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'boolean') return flagPlace
  return typeof initial === 'object' ? jsonPlace : '?'
}

/** A value as it is passed for that place. */
export function toColumn(value: IncomingWebhook[Name], { toFlag }: Words): SqlValue {
  if (typeof value === 'boolean') return toFlag(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** The record in a row. Its values are checked where every adapter's results are. */
export function toWebhook(row: Row): StoredWebhook {
  return {
    lastResult: jsonIn(row, 'last_result'),
    ...recordOf<Record<Name, unknown>>(WEBHOOK_NAMES, (name) =>
      readerOf(name)(row, columnOf(name)),
    ),
  }
}

function readerOf(name: Name): (row: Row, column: string) => unknown {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'string') return textIn
  if (typeof initial === 'number') return numberIn
  return typeof initial === 'boolean' ? flagIn : jsonIn
}

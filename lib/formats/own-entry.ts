/** Values by names. */
export type Table<Value> = Readonly<Record<string, Value>>

/** The own entry of a table; undefined for what payloads may name besides, such as `constructor`. */
export function entryOf<T>(table: Table<T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

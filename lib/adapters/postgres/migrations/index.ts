import { STORES } from './0001-stores.js'

/**
 * In the order in which they are applied. What has been released is never changed, only followed:
 * a database applies each of them once. `{table}` and `{index}` stand for the prefix.
 */
export const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = [
  { name: '0001-stores', sql: STORES },
]

import { CHAT_LISTS, LISTS } from './0019-lists.js'
import { CHAT_OF_09 } from './chat-of-0.9.js'
import { OF_09 } from './of-0.9.js'
import { SINCE_09 } from './since-0.9.js'

export interface Migration {
  readonly name: string
  readonly sql: string
  /** Only for hosts that keep their chat in the library's tables. */
  readonly isChat?: boolean
}

/**
 * How the name of a migration ends with which programs that do not know it cannot work. They refuse to
 * start from then on; with all others they go on.
 */
export const BREAKING = '-breaking'

/**
 * In the order in which they are applied. What has been released is never changed, only followed:
 * a database applies each of them once. `{table}` and `{index}` stand for the prefix.
 */
export const MIGRATIONS: readonly Migration[] = [
  ...OF_09,
  ...CHAT_OF_09,
  ...SINCE_09,
  { name: '0019-lists', sql: LISTS },
  { name: '0019-lists-chat', sql: CHAT_LISTS, isChat: true },
].sort((one, other) => (one.name < other.name ? -1 : 1))

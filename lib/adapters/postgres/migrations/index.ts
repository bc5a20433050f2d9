import { STORES } from './0001-stores.js'
import { CHANGES } from './0002-changes.js'
import { DIAGNOSTICS } from './0003-diagnostics.js'
import { CHAT } from './0004-chat.js'
import { CHANNEL_LISTS } from './0005-channel-lists.js'
import { FORMATS } from './0006-formats.js'
import { CHANNEL_PURPOSE } from './0007-channel-purpose.js'
import { VERIFICATION } from './0008-verification.js'
import { THINGS } from './0009-things.js'
import { ONE_CLOCK } from './0010-one-clock.js'
import { REQUEST_SHARES } from './0012-request-shares.js'
import { MORE } from './0013-more.js'
import { KEPT_REQUESTS } from './0014-kept-requests.js'
import { AUDIT } from './0015-audit.js'
import { EXPECTING } from './0016-expecting.js'
import { LOGINS } from './0017-logins.js'
import { FEED } from './0018-feed.js'
import { CHAT_LISTS, LISTS } from './0019-lists.js'
import { SWEEPS } from './0020-sweeps.js'
import { POST_WORDS } from './0021-post-words.js'

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
  { name: '0001-stores', sql: STORES },
  { name: '0002-changes', sql: CHANGES },
  { name: '0003-diagnostics', sql: DIAGNOSTICS },
  { name: '0004-chat', sql: CHAT, isChat: true },
  { name: '0005-channel-lists', sql: CHANNEL_LISTS },
  { name: '0006-formats', sql: FORMATS },
  { name: '0007-channel-purpose', sql: CHANNEL_PURPOSE, isChat: true },
  { name: '0008-verification', sql: VERIFICATION },
  { name: '0009-things', sql: THINGS },
  { name: '0010-one-clock', sql: ONE_CLOCK },
  { name: '0012-request-shares', sql: REQUEST_SHARES },
  { name: '0013-more', sql: MORE },
  { name: '0014-kept-requests', sql: KEPT_REQUESTS },
  { name: '0015-audit', sql: AUDIT, isChat: true },
  { name: '0016-expecting', sql: EXPECTING },
  { name: '0017-logins', sql: LOGINS, isChat: true },
  { name: '0018-feed', sql: FEED, isChat: true },
  { name: '0019-lists', sql: LISTS },
  { name: '0019-lists-chat', sql: CHAT_LISTS, isChat: true },
  { name: '0020-sweeps', sql: SWEEPS },
  { name: '0021-post-words', sql: POST_WORDS, isChat: true },
]

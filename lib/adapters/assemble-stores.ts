import { type KeptPosts, keptPosts, keptPostsOf, type Transact } from './kept-posts.js'
import { type HeldIncidents, type KeptKeys, storeOnce } from './once.js'
import type { Stores } from './stores.js'

/** What differs between kinds of databases. */
export interface StoreParts<Transaction, Handle> extends Pick<
  Stores<Transaction, Handle>,
  'webhooks' | 'settings' | 'sessions' | 'counters' | 'deletePosts'
> {
  readonly kept: KeptPosts<Transaction>
  readonly keys: KeptKeys<Transaction>
  readonly incidents: HeldIncidents<Transaction>
  readonly clock: () => number
  readonly transaction: Transact<Transaction, Handle>
}

export function assembleStores<Transaction, Handle>({
  kept,
  keys,
  incidents,
  clock,
  transaction,
  ...stores
}: StoreParts<Transaction, Handle>): Stores<Transaction, Handle> {
  const { findBatch } = keys
  const { findIncident, listIncidents } = incidents
  const batches = { findBatch, findIncident, listIncidents, once: storeOnce(keys, incidents) }
  return {
    ...stores,
    ...batches,
    posts: (messages) => keptPosts({ ...batches, kept, messages, clock, transaction }),
    postsOf: (ids) => keptPostsOf(kept, ids),
  }
}

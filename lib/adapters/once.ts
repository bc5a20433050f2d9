import { withPostId } from '../rules/stored-post.js'
import type { HookIncident } from '../model/incidents.js'
import type { StoredPost } from '../model/records.js'
import type { IncidentWrite } from './incidents.js'
import type { Stores } from './stores.js'
import type { IdempotencyRecord, StoredBatch } from './types.js'

/** Idempotency keys, as a kind of database keeps them. */
export interface KeptKeys<Transaction> extends Pick<Stores<never, never>, 'findBatch'> {
  /** Takes a key. Returns the batch that was stored under it before, if there is one. */
  claim(transaction: Transaction, once: IdempotencyRecord): Promise<StoredBatch | null>
  /** Keeps what was stored under a key that was taken. */
  keep(
    transaction: Transaction,
    once: IdempotencyRecord,
    posts: readonly StoredPost[],
  ): Promise<void>
  /** As if the key had not been taken. Absent where `claim` writes nothing. */
  release?(transaction: Transaction, once: IdempotencyRecord): Promise<void>
}

/** Incidents, as a kind of database keeps them. */
export interface HeldIncidents<Transaction> extends Pick<
  Stores<never, never>,
  'findIncident' | 'listIncidents'
> {
  /**
   * Makes sure that the incident is as expected, and that it stays so until the end of the transaction.
   * Null if it is not as expected; `written` if it already is as it is to become.
   */
  hold(transaction: Transaction, write: IncidentWrite): Promise<'held' | 'written' | null>
  /** Writes an incident that is held. */
  put(transaction: Transaction, incident: HookIncident): Promise<void>
  /** As if it had not been held. Absent where `hold` writes nothing. */
  release?(transaction: Transaction, write: IncidentWrite): Promise<void>
}

/** Stores a batch once per idempotency key, with its incident, where the database keeps both. */
export function storeOnce<Transaction>(
  keys: KeptKeys<Transaction>,
  incidents: HeldIncidents<Transaction>,
): Stores<Transaction, never>['once'] {
  return async (transaction, { once, incident }, store) => {
    const earlier = once ? await keys.claim(transaction, once) : null
    if (earlier) return { stored: false, earlier }
    const held = incident ? await incidents.hold(transaction, incident) : 'held'
    const stored = held && (await store())
    if (!stored) {
      if (incident && held) await incidents.release?.(transaction, incident)
      if (once) await keys.release?.(transaction, once)
      return { stored: false, changed: true }
    }
    // Hosts that store no edits return only posts.
    const { posts, edited } = 'posts' in stored ? stored : { posts: stored, edited: null }
    const shown = incident && withPostId(incident.incident, posts)
    const isWritten = held === 'written' && shown?.postId === incident?.incident.postId
    if (shown && !isWritten) await incidents.put(transaction, shown)
    if (once) await keys.keep(transaction, once, posts)
    return { stored: true, posts, edited }
  }
}

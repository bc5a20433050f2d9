import { withPostId } from '../../../rules/parts.js'
import type { BatchResult, PostBatch } from '../../types.js'
import { claimKey } from '../../sql/batches.js'
import type { SqlDatabase } from '../../sql/database.js'
import type { SqlIncidents } from '../../sql/incidents.js'
import type { PgQuery } from '../transactions.js'
import { type ChatStatements, keptBatch } from './statements.js'

export interface ChatIncidentsParts {
  readonly db: SqlDatabase
  readonly incidents: SqlIncidents
  readonly statements: ChatStatements
  readonly clock: () => number
  transaction<Result>(work: (query: PgQuery) => Promise<Result>): Promise<Result>
}

/** Thrown to roll back a batch whose incident or edited post is not as expected. */
class NotAsExpected extends Error {}

/**
 * Stores a batch with an edit or an incident, as one transaction. Null if its idempotency key was used
 * before.
 */
export async function storeWithIncident(
  batch: PostBatch,
  parts: ChatIncidentsParts,
): Promise<Exclude<BatchResult, { readonly earlier: unknown }> | null> {
  try {
    return await parts.transaction((query) => storeAll(query, batch, parts))
  } catch (error) {
    if (error instanceof NotAsExpected) return { stored: false, changed: true }
    throw error
  }
}

async function storeAll(
  query: PgQuery,
  { posts, once, edit, incident }: PostBatch,
  { db, incidents, statements, clock }: ChatIncidentsParts,
): Promise<Extract<BatchResult, { readonly stored: true }> | null> {
  const within = db.within(query)
  // Locks are taken in this order: key, incident, channel, post.
  if (once && !(await claimKey(within, once, clock(), keptBatch(posts, once)))) {
    return null
  }
  if (incident) {
    const written = withPostId(incident.incident, posts)
    if (!(await incidents.hold(query, { ...incident, incident: written })))
      throw new NotAsExpected()
    if (incident.expectedVersion !== null) await incidents.put(query, written)
  }
  const edited = edit ? await statements.edit(query, edit) : null
  if (edit && !edited) throw new NotAsExpected()
  if (posts.length === 0) return { stored: true, posts: [], edited }
  const stored = await statements.store(query, posts)
  if (!stored) throw new Error(NO_CHANNEL)
  return { stored: true, posts: stored, edited }
}

export const NO_CHANNEL = 'the channel does not exist any more'

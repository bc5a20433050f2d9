import { withPostId } from '../../../rules/parts.js'
import type { BatchResult, PostBatch } from '../../types.js'
import { claimKey } from '../../sql/batches.js'
import type { SqlDatabase } from '../../sql/database.js'
import type { SqlThings } from '../../sql/things.js'
import { type Query, queryWithin } from '../query.js'
import type { PgQuery } from '../transactions.js'
import type { ChatStatements } from './statements.js'

export interface ChatThingsParts {
  readonly db: SqlDatabase
  readonly things: SqlThings
  readonly statements: ChatStatements
  readonly clock: () => number
  transaction<Result>(work: (query: PgQuery) => Promise<Result>): Promise<Result>
}

/** Thrown to roll back a batch whose thing or edited post is not as expected. */
class NotAsExpected extends Error {}

/**
 * Stores a batch with an edit or a thing, as one transaction. Null if its idempotency key was used
 * before.
 */
export async function storeWithThing(
  batch: PostBatch,
  parts: ChatThingsParts,
): Promise<Exclude<BatchResult, { readonly earlier: unknown }> | null> {
  try {
    return await parts.transaction((run) => storeAll(batch, parts, run, queryWithin(run)))
  } catch (error) {
    if (error instanceof NotAsExpected) return { stored: false, changed: true }
    throw error
  }
}

async function storeAll(
  { posts, once, edit, thing }: PostBatch,
  { db, things, statements, clock }: ChatThingsParts,
  run: PgQuery,
  query: Query,
): Promise<Extract<BatchResult, { readonly stored: true }> | null> {
  const within = db.within(run)
  // Locks are taken in this order: key, thing, channel, post.
  if (once && !(await claimKey(within, once, clock(), statements.keptBatch(posts, once)))) {
    return null
  }
  if (thing) {
    const written = withPostId(thing.thing, posts)
    if (!(await things.hold(within, { ...thing, thing: written }))) throw new NotAsExpected()
    if (thing.expectedVersion !== null) await things.put(within, written)
  }
  const edited = edit ? await statements.edit(query, edit) : null
  if (edit && !edited) throw new NotAsExpected()
  if (posts.length === 0) return { stored: true, posts: [], edited }
  const stored = await statements.store(query, posts)
  if (!stored) throw new Error(NO_CHANNEL)
  return { stored: true, posts: stored, edited }
}

export const NO_CHANNEL = 'the channel does not exist any more'

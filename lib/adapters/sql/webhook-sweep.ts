import { Growth, jsonLists } from '../growth.js'
import type { SqlDatabase } from './database.js'

/** What of a table is kept, besides rows that have not expired. */
export interface Kept {
  /** The columns by which they are told from those that go. */
  readonly counted: string
  /** Whether a row goes: its value is `most`. */
  readonly surplus: string
  /** How much of each webhook is kept. */
  readonly most: number
}

/** A webhook whose rows were looked at is looked at again after so many uses, which one statement can undo. */
const USES = 100
/** Webhooks of one statement: it may read all their rows. */
const AT_ONCE = 20

/**
 * Deletes rows that have expired, and the oldest of webhooks that have too many. Called for each
 * webhook whose rows this process uses, so that no sweep reads those of all.
 */
export function webhookSweep(
  db: SqlDatabase,
  table: string,
  { counted, surplus, most }: Kept,
): (now: number, webhookId: string) => void {
  const { place, isAmong, texts } = db.words
  const find = `SELECT ${place} FROM (SELECT ${place}, ${counted} FROM ${table}
    WHERE ${isAmong('webhook_id', texts)}) AS counted WHERE ${surplus}`
  const used = new Growth()
  const sweep = db.sweeper(async (now) => {
    await db.sweepExpired(table, now)
    const { due } = used.take(USES)
    for (const ids of jsonLists(due, AT_ONCE)) await db.sweep(table, find, [ids, most])
  })
  return (now, webhookId) => {
    used.add(webhookId, 1)
    sweep(now)
  }
}

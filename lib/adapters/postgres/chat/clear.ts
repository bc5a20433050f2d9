import { inBackground } from '../../at-most-every.js'
import { sweepFailed } from '../unavailable.js'
import type { ChatParts } from './database.js'

/** How often old rows are deleted, in milliseconds. */
const EVERY_MS = 60_000

/** Deletes changes after an hour, and posts after their retention in milliseconds; null: never. */
export async function clearOld(
  { db, clock }: Pick<ChatParts, 'db' | 'clock'>,
  postRetention: number | null,
) {
  const old = `SELECT ctid FROM {table}chat_changes WHERE at < now() - interval '1 hour' ORDER BY at`
  await db.sweep('{table}chat_changes', old)
  if (postRetention === null) return
  await db.sweepFirst('{table}chat_posts', clock() - postRetention, 'create_at')
}

/** Does it regularly. Returns a function that ends it. */
export function startClearing(parts: ChatParts, postRetention: number | null): () => void {
  const clear = inBackground(() => clearOld(parts, postRetention), sweepFailed(parts.log))
  const timer = setInterval(clear, EVERY_MS).unref()
  return () => {
    clearInterval(timer)
  }
}

import type { PostgresChat } from 'express-incoming-webhooks/postgres'
import { wordSweep } from '../../example-host/store/postgres/words.js'

/** Writes the words of all posts that are there, as if a minute had passed since they were stored. */
export async function sweepWords(chat: PostgresChat): Promise<void> {
  let ahead = 0
  const sweep = wordSweep({ ...chat, clock: () => chat.clock() + ahead })
  await sweep()
  ahead = 60_000
  await sweep()
}

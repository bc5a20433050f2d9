import type pg from 'pg'
import { cheapHash } from '../cheap-hash.js'
import { channels, LAST_POSTS, type Moment, people, posts, TEXTS } from './chat.js'
import { fillLog } from './log.js'
import { refill, settle } from './refill.js'
import type { WorldSize } from './size.js'
import { rest, webhooks } from './webhooks.js'

/** Of all users of a world. The first one, `admin`, is its administrator. */
export const PASSWORD = 'the password of the administrator'

/**
 * Fills the empty tables of a chat, always with the same rows but for their times. A pool of two
 * connections is enough; it must allow statements that take minutes.
 */
export async function fillWorld(
  pool: pg.Pool,
  size: WorldSize,
  tell: (done: string) => void = () => undefined,
): Promise<void> {
  const moment: Moment = { size, now: Date.now() }
  for (const text of TEXTS) await pool.query(text)
  const hash = await cheapHash(PASSWORD)
  for (const { table, statements } of [...people(moment, hash), ...channels(moment)]) {
    await refill(pool, table, statements)
  }
  tell('people and channels')
  const fill = async (filling: ReturnType<typeof posts>): Promise<void> => {
    await refill(pool, filling.table, filling.statements)
    tell(filling.table)
  }
  const log = async (): Promise<void> => {
    await fillLog(pool, moment)
    tell('log')
  }
  await Promise.all([fill(webhooks(moment)).then(log), fill(posts(moment))])
  await pool.query(LAST_POSTS)
  for (const filling of rest(moment)) await fill(filling)
  await pool.query('DROP TABLE world_texts, world_words')
  await settle(pool)
  tell('statistics')
}

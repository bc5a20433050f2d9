import type { HookLog } from 'express-incoming-webhooks'
import type { Presence } from '../chat-store.js'
import { warning } from '../errors.js'
import { createId } from '../ids.js'
import { type Database, textIn } from './database.js'

/** How often the users of a node are noted again, and how long they count as online, in milliseconds. */
const BEAT_MS = 20_000
const ONLINE_SECONDS = 60

export interface SharedPresence extends Presence {
  /** Resolves when all that was noted is stored, or could not be. */
  settled(): Promise<void>
  /** Removes the users of this node. */
  close(): Promise<void>
}

/** Each node notes its own users; those of a node that was ended are offline a minute later. */
export function postgresPresence({ query, sweep }: Database, log: HookLog): SharedPresence {
  const node = createId()
  const connected = new Set<string>()
  const changed = new Set<string>()
  let work = Promise.resolve()

  const storeChanged = async () => {
    const online = [...changed].filter((id) => connected.has(id))
    const offline = [...changed].filter((id) => !connected.has(id))
    changed.clear()
    if (online.length > 0) await query(NOTE, [online, node])
    if (offline.length > 0) await query(FORGET, [offline, node])
  }
  const begin = () => {
    // What fails is noted by the next beat.
    work = work.then(storeChanged).catch(warning(log, 'Who is online could not be stored'))
  }
  const beat = setInterval(() => {
    for (const userId of connected) changed.add(userId)
    begin()
    sweep('chat_presence', GONE).catch(() => undefined)
  }, BEAT_MS).unref()

  return {
    note: (userId, isOnline) => {
      if (isOnline) connected.add(userId)
      else connected.delete(userId)
      changed.add(userId)
      begin()
    },
    online: async (userIds) => {
      const rows = await query(ONLINE, [userIds, node])
      const elsewhere = rows.map((row) => textIn(row, 'user_id'))
      return new Set([...userIds.filter((id) => connected.has(id)), ...elsewhere])
    },
    settled: () => work,
    close: async () => {
      clearInterval(beat)
      for (const userId of connected) changed.add(userId)
      connected.clear()
      begin()
      await work
    },
  }
}

const NOTE = `INSERT INTO chat_presence (user_id, node, until)
  SELECT user_id, $2, now() + interval '${ONLINE_SECONDS} s' FROM unnest($1::text[]) AS user_id
  ON CONFLICT (user_id, node) DO UPDATE SET until = excluded.until`
const GONE = 'SELECT ctid FROM chat_presence WHERE until < now() ORDER BY until'
const FORGET = 'DELETE FROM chat_presence WHERE user_id = ANY($1::text[]) AND node = $2'
const ONLINE = `SELECT DISTINCT user_id FROM chat_presence
  WHERE user_id = ANY($1::text[]) AND node <> $2 AND until > now()`

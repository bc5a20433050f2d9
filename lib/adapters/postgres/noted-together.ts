import type { SqlDatabase } from '../sql/database.js'
import { textIn } from '../stored-values.js'
import { isUnavailable } from '../../model/errors.js'
import type { NotedResult } from '../../model/last-result.js'
import { settled } from '../one-at-a-time.js'
import type { WebhooksAdapter } from '../types.js'
import { sharing } from './sharing.js'
import type { PgQuery } from './transactions.js'

/** What is noted of a webhook in the background; times in milliseconds since 1970. */
interface Notes {
  readonly current?: number
  readonly previous?: number
  readonly result?: NotedResult
}

type Noting = Pick<WebhooksAdapter, 'touch' | 'noteResult'>

interface Parts {
  readonly query: PgQuery
  readonly db: SqlDatabase
  /** Whether the table has a column for results. */
  readonly hasMore: () => Promise<boolean>
}

/** Webhooks of one statement. */
const AT_ONCE = 1_000
/** How long notes wait for the statement before theirs, which may hang, in milliseconds. */
const PATIENCE = 2_000

/**
 * Notes of webhooks that share a statement while the one before is under way. It waits for no webhook that
 * another transaction is writing to, and one that cannot be written keeps no others from it: such notes are
 * written by statements of their own.
 */
export function notedTogether(alone: Noting, { query, db, hasMore }: Parts) {
  const text = `WITH given AS (
      SELECT * FROM json_to_recordset($1) AS given (id text, current bigint, previous bigint, result jsonb)
    ), free AS (
      SELECT id FROM ${db.prefix}incoming_webhooks WHERE id IN (SELECT id FROM given)
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE ${db.prefix}incoming_webhooks AS webhook SET
      last_used = coalesce(given.current, last_used),
      previous_key = CASE WHEN given.previous IS NULL THEN previous_key
        ELSE jsonb_set(previous_key, '{lastUsed}', to_jsonb(given.previous)) END,
      more = CASE WHEN given.result IS NULL THEN more
        ELSE jsonb_set(more, '{lastResult}', coalesce(more -> 'lastResult', '{}') || given.result) END
    FROM given JOIN free USING (id) WHERE webhook.id = given.id RETURNING webhook.id`
  const writeAlone = async (id: string, { current, previous, result }: Notes) => {
    if (current !== undefined) await alone.touch(id, current, 'current')
    if (previous !== undefined) await alone.touch(id, previous, 'previous')
    if (result) await alone.noteResult?.(id, result)
  }
  /** Returns the ids of those that the statement has written. */
  const writeAll = async (notes: ReadonlyMap<string, Notes>): Promise<ReadonlySet<string>> => {
    if (!(await hasMore())) return new Set()
    const given = [...notes].map(([id, note]) => ({ id, ...note }))
    try {
      const written = await query(text, [JSON.stringify(given)])
      return new Set(written.map((row) => textIn(row, 'id')))
    } catch (error) {
      if (isUnavailable(error)) throw error
      return new Set()
    }
  }
  const together = sharing(writeAll, (before) => settled(before, PATIENCE), AT_ONCE)
  const note = async (id: string, notes: Notes) => {
    const { members, result: written } = together()
    const before = members.get(id)
    const result = notes.result ?? before?.result
    members.set(id, {
      ...before,
      ...notes,
      ...(result && { result: { ...before?.result, ...result } }),
    })
    if (!(await written).has(id)) await writeAlone(id, notes)
  }
  return {
    touch: (id, at, key) => note(id, { [key]: at }),
    noteResult: (id, result) => note(id, { result }),
  } satisfies Noting
}

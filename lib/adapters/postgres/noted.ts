import type { SqlDatabase } from '../sql/database.js'
import { textIn } from '../stored-values.js'
import type { NotedResult } from '../../model/last-result.js'
import type { WebhooksAdapter } from '../types.js'
import type { PgQuery } from './transactions.js'

/** What is noted of a webhook in the background; times in milliseconds since 1970. */
interface Notes {
  readonly current?: number
  readonly previous?: number
  readonly result?: NotedResult
}

interface Group {
  readonly notes: Map<string, Notes>
  readonly written: Promise<unknown>
}

type Noting = Pick<WebhooksAdapter, 'touch' | 'noteResult'>

interface NotingTogether extends Required<Noting> {
  touch(id: string, at: number, key: 'current' | 'previous'): Promise<void>
  noteResult(id: string, result: NotedResult): Promise<void>
}

interface Parts {
  readonly query: PgQuery
  readonly db: SqlDatabase
  /** Whether the table has a column for results. */
  readonly hasMore: () => Promise<boolean>
}

/**
 * Notes of webhooks that share a statement while the one before is under way. It waits for no webhook that
 * another transaction is writing to: notes of those are written by statements of their own.
 */
export function notedTogether(alone: Noting, { query, db, hasMore }: Parts): NotingTogether {
  const text = `WITH given AS (
      SELECT * FROM json_to_recordset($1) AS given (id text, current bigint, previous bigint, result jsonb)
    ), free AS (
      SELECT id FROM ${db.table('webhooks')} WHERE id IN (SELECT id FROM given)
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE ${db.table('webhooks')} AS webhook SET
      last_used = coalesce(given.current, last_used),
      previous_key = CASE WHEN given.previous IS NULL THEN previous_key
        ELSE jsonb_set(previous_key, '{lastUsed}', to_jsonb(given.previous)) END,
      more = CASE WHEN given.result IS NULL THEN more
        ELSE jsonb_set(more, '{lastResult}', coalesce(more -> 'lastResult', '{}') || given.result) END
    FROM given JOIN free USING (id) WHERE webhook.id = given.id RETURNING webhook.id`
  let next: Group | null = null
  let last: Promise<unknown> = Promise.resolve()
  const writeAlone = async (id: string, { current, previous, result }: Notes): Promise<void> => {
    if (current !== undefined) await alone.touch(id, current, 'current')
    if (previous !== undefined) await alone.touch(id, previous, 'previous')
    if (result) await alone.noteResult?.(id, result)
  }
  const writeAll = async (notes: Group['notes']): Promise<void> => {
    if (await hasMore()) {
      const given = [...notes].map(([id, note]) => ({ id, ...note }))
      const written = await query(text, [JSON.stringify(given)])
      for (const row of written) notes.delete(textIn(row, 'id'))
    }
    await Promise.all([...notes].map(([id, note]) => writeAlone(id, note)))
  }
  const groupAfter = (before: Promise<unknown>): Group => {
    const notes: Group['notes'] = new Map()
    const written = before.then(() => {
      next = null
      return writeAll(notes)
    })
    last = written.catch(() => undefined)
    return { notes, written }
  }
  const note = async (id: string, notes: Notes): Promise<void> => {
    next ??= groupAfter(last)
    const before = next.notes.get(id)
    const result = notes.result ?? before?.result
    next.notes.set(id, {
      ...before,
      ...notes,
      ...(result && { result: { ...before?.result, ...result } }),
    })
    await next.written
  }
  return {
    touch: (id, at, key) => note(id, { [key]: at }),
    noteResult: (id, result) => note(id, { result }),
  }
}

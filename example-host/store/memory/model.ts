import { setImmediate } from 'node:timers/promises'
import { KeyBudget } from 'express-incoming-webhooks'
import { freezeDeep } from './freeze.js'
import { addToIndexes, emptyIndexes, removeFromIndexes, type Indexes } from './indexes.js'
import {
  isRows,
  KEYS,
  TABLE_NAMES,
  type BatchRow,
  type ChatChannel,
  type Commit,
  type Member,
  type Rows,
  type StoredPost,
  type TableName,
  type Tables,
} from './rows.js'
import { Timeline } from './timeline.js'

/** Everything the store knows, durable all of it: commits are applied after they are on the disk. */
export interface Model {
  readonly tables: Tables
  readonly indexes: Indexes
  readonly timeline: Timeline
  apply(commit: Commit): Applied
  /** Forgets idempotency keys and sessions whose time is over, a few at a time. */
  forgetExpired(now: number): Promise<void>
}

/** Rows that are looked at before others have their turn. */
const ROWS_AT_ONCE = 1_000

/** What a commit brought that was not there before. */
export interface Applied extends AppliedPosts {
  readonly newChannels: readonly ChatChannel[]
  readonly newMembers: readonly Member[]
}

interface AppliedPosts {
  readonly newPosts: readonly StoredPost[]
  readonly changedPosts: readonly StoredPost[]
  /** Without the replies that went with them. */
  readonly deletedPosts: readonly StoredPost[]
}

export function createModel(tables: Tables): Model {
  const indexes = emptyIndexes()
  const timeline = new Timeline()
  const budget = new KeyBudget()
  for (const table of TABLE_NAMES) reindex(indexes, table, tables[table])
  for (const row of tables.batches.values()) keepWithin(budget, tables.batches, row)
  const remove = (table: TableName, key: string): void => {
    const batch = table === 'batches' ? tables.batches.get(key) : undefined
    if (batch) budget.delete(batch.webhookId, key)
    deleteRow(indexes, table, tables[table], key)
  }
  return {
    tables,
    indexes,
    timeline,
    apply: (commit) => {
      const posts = applyPosts(timeline, commit.posts ?? [])
      const put = <T extends TableName>(table: T): Rows[T][] => {
        const rows: unknown = commit.put?.[table] ?? []
        return isRows(rows, table) ? putRows(tables, indexes, table, rows) : []
      }
      const newChannels = put('channels')
      const newMembers = put('members')
      for (const row of commit.put?.batches ?? []) {
        // Last again, when the journal is replayed over a state that knows it already: they are
        // dropped in the order of the journal.
        tables.batches.delete(KEYS.batches(row))
        tables.batches.set(KEYS.batches(row), freezeDeep(row))
        keepWithin(budget, tables.batches, row)
      }
      for (const table of TABLE_NAMES) {
        if (!SPECIAL.includes(table)) put(table)
        for (const key of commit.delete?.[table] ?? []) remove(table, key)
      }
      return { ...posts, newChannels, newMembers }
    },
    forgetExpired: async (now) => {
      let seen = 0
      for (const table of ['batches', 'sessions'] as const) {
        for (const [key, { expiresAt }] of tables[table]) {
          if (expiresAt <= now) remove(table, key)
          if ((seen += 1) % ROWS_AT_ONCE === 0) await setImmediate()
        }
      }
    },
  }
}

/** Tables whose rows are put in their own way. */
const SPECIAL: readonly TableName[] = ['channels', 'members', 'batches']

function keepWithin(budget: KeyBudget, batches: Map<string, BatchRow>, row: BatchRow): void {
  const { length } = JSON.stringify(row)
  for (const key of budget.put(row.webhookId, KEYS.batches(row), length)) batches.delete(key)
}

function applyPosts(timeline: Timeline, posts: readonly StoredPost[]): AppliedPosts {
  const newPosts: StoredPost[] = []
  const changedPosts: StoredPost[] = []
  const deletedPosts: StoredPost[] = []
  for (const post of posts) {
    const result = timeline.put(freezeDeep(post))
    if (result === 'new') newPosts.push(post)
    else if (result === 'changed') changedPosts.push(post)
    else if (result === 'deleted') deletedPosts.push(post)
  }
  return { newPosts, changedPosts, deletedPosts }
}

/** Answers the rows whose key is new. */
function putRows<T extends TableName>(
  tables: Tables,
  indexes: Indexes,
  table: T,
  rows: readonly Rows[T][],
): Rows[T][] {
  const added: Rows[T][] = []
  for (const row of rows) {
    const key = KEYS[table](row)
    if (table === 'views' && isOlderView(tables, key, row)) continue
    const known = tables[table].get(key)
    if (known) removeFromIndexes(indexes, table, known)
    else added.push(row)
    tables[table].set(key, freezeDeep(row))
    addToIndexes(indexes, table, row)
  }
  return added
}

// Two of them can be on their way at once; the further one counts.
function isOlderView(tables: Tables, key: string, row: object): boolean {
  const known = tables.views.get(key)
  return known !== undefined && 'viewedAt' in row && Number(row.viewedAt) < known.viewedAt
}

function deleteRow<T extends TableName>(
  indexes: Indexes,
  table: T,
  rows: Map<string, Rows[T]>,
  key: string,
): void {
  const row = rows.get(key)
  if (!row) return
  removeFromIndexes(indexes, table, row)
  rows.delete(key)
}

function reindex<T extends TableName>(
  indexes: Indexes,
  table: T,
  rows: ReadonlyMap<string, Rows[T]>,
): void {
  for (const row of rows.values()) addToIndexes(indexes, table, freezeDeep(row))
}

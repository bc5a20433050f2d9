import { setImmediate } from 'node:timers/promises'
import { KeyBudget } from 'express-incoming-webhooks/adapters'
import { freezeDeep } from './freeze.js'
import { addToIndexes, emptyIndexes, removeFromIndexes, type Indexes } from './indexes.js'
import type { WrittenPost } from './kept-post.js'
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

/** All that the store holds. All of it is durable: a commit is applied only once it is on the disk. */
export interface Model {
  readonly tables: Tables
  readonly indexes: Indexes
  readonly timeline: Timeline
  apply(commit: WrittenCommit): Applied
  /** Drops expired idempotency keys, incidents and sessions, a few at a time. */
  forgetExpired(now: number): Promise<void>
}

/** A commit whose posts have been written. */
export interface WrittenCommit extends Omit<Commit, 'posts'> {
  readonly posts: readonly WrittenPost[]
}

/** Rows that are checked before the event loop gets its turn. */
const ROWS_AT_ONCE = 1_000
/** Tables whose new rows nobody is notified of, and which need nothing besides. */
const QUIET_TABLES = TABLE_NAMES.filter(
  (table) => !['channels', 'members', 'batches'].includes(table),
)

/** What a commit changed that listeners are notified of. */
export interface Applied extends AppliedPosts {
  readonly newChannels: readonly ChatChannel[]
  readonly newMembers: readonly Member[]
  readonly changedChannels: readonly ChatChannel[]
  readonly archivedChannels: readonly ChatChannel[]
  readonly removedMembers: readonly Member[]
  readonly byUserId: string
  /** Whose sessions have ended. */
  readonly signedOut: readonly string[]
}

interface AppliedPosts {
  readonly newPosts: readonly StoredPost[]
  readonly changedPosts: readonly StoredPost[]
  /** Without the replies that were deleted with them. */
  readonly deletedPosts: readonly StoredPost[]
}

export function createModel(tables: Tables): Model {
  const indexes = emptyIndexes()
  const timeline = new Timeline()
  const budget = new KeyBudget()
  for (const table of TABLE_NAMES) reindex(indexes, table, tables[table])
  for (const row of tables.batches.values()) keepWithin(budget, tables.batches, row)

  const put = <T extends TableName>(table: T, commit: WrittenCommit): Rows[T][] =>
    putRows(tables, indexes, table, rowsOf(commit, table))
  const putBatch = (row: BatchRow): void => {
    const key = KEYS.batches(row)
    // Also moves a known one to the end: the budget drops rows in the order of the journal, which is
    // replayed over a state that knows some of them.
    tables.batches.delete(key)
    tables.batches.set(key, freezeDeep(row))
    keepWithin(budget, tables.batches, row)
  }
  const remove = (table: TableName, key: string): void => {
    const batch = table === 'batches' ? tables.batches.get(key) : undefined
    if (batch) budget.delete(batch.webhookId, key)
    deleteRow(indexes, table, tables[table], key)
    if (table === 'webhooks') forgetIncidents(tables, indexes, key)
  }
  const going = <T extends TableName>(table: T, commit: WrittenCommit): Rows[T][] =>
    (commit.delete?.[table] ?? []).flatMap((key) => tables[table].get(key) ?? [])
  return {
    tables,
    indexes,
    timeline,
    apply: (commit) => {
      const posts = applyPosts(timeline, commit.posts)
      const archivedChannels = rowsOf(commit, 'channels').filter(
        ({ id, deleteAt }) => deleteAt !== 0 && tables.channels.get(id)?.deleteAt === 0,
      )
      const changedChannels = rowsOf(commit, 'channels').filter(
        ({ id, purpose }) =>
          tables.channels.has(id) && tables.channels.get(id)?.purpose !== purpose,
      )
      const newChannels = put('channels', commit)
      const newMembers = put('members', commit)
      for (const row of rowsOf(commit, 'batches')) putBatch(row)
      for (const table of QUIET_TABLES) put(table, commit)
      for (const row of rowsOf(commit, 'things')) {
        const surplus = indexes.things.get(row.webhookId)?.surplus(row) ?? []
        for (const incident of surplus) remove('things', KEYS.things(incident))
      }
      const removedMembers = going('members', commit)
      const signedOut = new Set(going('sessions', commit).map(({ userId }) => userId))
      for (const table of TABLE_NAMES) {
        for (const key of commit.delete?.[table] ?? []) remove(table, key)
      }
      const { byUserId = '' } = commit
      return {
        newChannels,
        newMembers,
        changedChannels,
        archivedChannels,
        removedMembers,
        byUserId,
        signedOut: [...signedOut],
        ...posts,
      }
    },
    forgetExpired: async (now) => {
      let seen = 0
      for (const table of ['batches', 'sessions', 'things'] as const) {
        for (const [key, { expiresAt }] of tables[table]) {
          if (expiresAt <= now) remove(table, key)
          if ((seen += 1) % ROWS_AT_ONCE === 0) await setImmediate()
        }
      }
    },
  }
}

/** Empty when the commit has none of this table. Its shape comes from a file and is not certain. */
function rowsOf<T extends TableName>(commit: WrittenCommit, table: T): readonly Rows[T][] {
  const rows: unknown = commit.put?.[table]
  return isRows(rows, table) ? rows : []
}

/** Counts the row, and drops the oldest ones of its webhook beyond what a webhook may keep. */
function keepWithin(budget: KeyBudget, batches: Map<string, BatchRow>, row: BatchRow): void {
  const { length } = JSON.stringify(row)
  for (const key of budget.put(row.webhookId, KEYS.batches(row), length)) batches.delete(key)
}

function applyPosts(timeline: Timeline, posts: readonly WrittenPost[]): AppliedPosts {
  const newPosts: StoredPost[] = []
  const changedPosts: StoredPost[] = []
  const deletedPosts: StoredPost[] = []
  for (const written of posts) {
    const { post } = written
    const result = timeline.put(written)
    if (result === 'new') newPosts.push(post)
    else if (result === 'changed') changedPosts.push(post)
    else if (result === 'deleted') deletedPosts.push(post)
  }
  return { newPosts, changedPosts, deletedPosts }
}

/** Returns the rows whose key is new. */
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

// Two can be under way at once, in either order; the later time counts.
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

/** Incidents go with their webhook, without a record for each of them. */
function forgetIncidents({ things }: Tables, indexes: Indexes, webhookId: string): void {
  const gone = indexes.things.get(webhookId)?.all ?? []
  indexes.things.delete(webhookId)
  for (const incident of gone) things.delete(KEYS.things(incident))
}

function reindex<T extends TableName>(
  indexes: Indexes,
  table: T,
  rows: ReadonlyMap<string, Rows[T]>,
): void {
  for (const row of rows.values()) addToIndexes(indexes, table, freezeDeep(row))
}

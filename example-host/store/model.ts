import type { Post } from 'express-incoming-webhooks'
import { freezeDeep } from './freeze.js'
import { addToIndexes, emptyIndexes, removeFromIndexes, type Indexes } from './indexes.js'
import {
  isRows,
  KEYS,
  TABLE_NAMES,
  type ChatChannel,
  type Commit,
  type Member,
  type Rows,
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
}

/** What a commit brought that was not there before. */
export interface Applied {
  readonly newPosts: readonly Post[]
  readonly changedPosts: readonly Post[]
  readonly newChannels: readonly ChatChannel[]
  readonly newMembers: readonly Member[]
}

export function createModel(tables: Tables): Model {
  const indexes = emptyIndexes()
  const timeline = new Timeline()
  for (const table of TABLE_NAMES) reindex(indexes, table, tables[table])
  return {
    tables,
    indexes,
    timeline,
    apply: (commit) => {
      const { newPosts, changedPosts } = applyPosts(timeline, commit.posts ?? [])
      const put = <T extends TableName>(table: T): Rows[T][] => {
        const rows: unknown = commit.put?.[table] ?? []
        return isRows(rows, table) ? putRows(tables, indexes, table, rows) : []
      }
      const newChannels = put('channels')
      const newMembers = put('members')
      for (const table of TABLE_NAMES) {
        if (table !== 'channels' && table !== 'members') put(table)
        for (const key of commit.delete?.[table] ?? []) {
          deleteRow(indexes, table, tables[table], key)
        }
      }
      return { newPosts, changedPosts, newChannels, newMembers }
    },
  }
}

function applyPosts(
  timeline: Timeline,
  posts: readonly Post[],
): { newPosts: Post[]; changedPosts: Post[] } {
  const newPosts: Post[] = []
  const changedPosts: Post[] = []
  for (const post of posts) {
    const result = timeline.put(freezeDeep(post))
    if (result === 'new') newPosts.push(post)
    else if (result === 'changed') changedPosts.push(post)
  }
  return { newPosts, changedPosts }
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

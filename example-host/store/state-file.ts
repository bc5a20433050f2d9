import { join } from 'node:path'
import type { Log } from 'express-incoming-webhooks'
import type { Adapter } from 'lowdb'
import { damaged, parseChecked, writeChecked } from './checked-file.js'
import { StoreCorrupt } from './errors.js'
import { errorText, readIfThere, renameIfThere, type StoreFs } from './fs.js'
import { emptyTables, isObject, isRows, KEYS, TABLE_NAMES } from './rows.js'
import type { Rows, TableName, Tables } from './rows.js'
import { FORMAT_VERSION, refuseNewer } from './version.js'

/** What `state.json` holds: the small tables, and where the rest is. */
export interface State {
  /** The first journal to replay over this state. */
  generation: number
  /** Posts in the segments, at least. */
  posts: number
  /** The latest time given out. */
  lastTime: number
  readonly tables: Tables
}

export interface StateFile extends Adapter<State> {
  /** The oldest journal that the state file or its `.bak` still needs. */
  oldestNeeded(): number
}

/** The lowdb adapter of `state.json`. Falls back to `.bak`, loudly. */
export function createStateFile(fs: StoreFs, directory: string, log: Log): StateFile {
  const path = join(directory, 'state.json')
  let current: number | null = null
  let backup: number | null = null
  let isDamaged = false
  return {
    read: async () => {
      const main = await tryRead(fs, path)
      if (main.state) {
        current = main.state.generation
        return main.state
      }
      const old = await tryRead(fs, `${path}.bak`)
      if (!old.state) {
        const reason = main.reason ?? old.reason
        if (reason) throw reason
        return null
      }
      log('error', 'The state file is unusable, its predecessor is read instead', {
        file: path,
        reason: main.reason ? errorText(main.reason) : 'missing',
      })
      isDamaged = main.reason !== undefined
      backup = old.state.generation
      return old.state
    },
    write: async (state) => {
      // Out of the way, so that it does not become the `.bak` in place of the good one.
      if (isDamaged) await renameIfThere(fs, path, `${path}.corrupt`)
      isDamaged = false
      await writeChecked(fs, path, linesOf(state))
      backup = current ?? backup
      current = state.generation
    },
    oldestNeeded: () => Math.min(current ?? 1, backup ?? Infinity),
  }
}

async function tryRead(
  fs: StoreFs,
  path: string,
): Promise<{ state?: State; reason?: StoreCorrupt }> {
  const bytes = await readIfThere(fs, path)
  if (!bytes) return {}
  try {
    return { state: toState(parseChecked(bytes, path), path) }
  } catch (error) {
    if (error instanceof StoreCorrupt) return { reason: error }
    throw error
  }
}

function* linesOf(state: State): Generator<string> {
  const { generation, posts, lastTime } = state
  const head = { version: FORMAT_VERSION, generation, posts, lastTime }
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`
  let between = '\n'
  for (const table of TABLE_NAMES) {
    yield `${between}"${table}":[`
    between = ',\n'
    let separator = '\n'
    for (const row of state.tables[table].values()) {
      yield separator + JSON.stringify(row)
      separator = ',\n'
    }
    yield '\n]'
  }
  yield '\n}'
}

function toState(value: unknown, path: string): State {
  if (!isObject(value)) throw damaged(path, 0, 'not a state file')
  refuseNewer(value['version'], path)
  const { generation, posts, lastTime, tables: stored } = value
  if (
    typeof generation !== 'number' ||
    typeof posts !== 'number' ||
    typeof lastTime !== 'number' ||
    !isObject(stored)
  ) {
    throw damaged(path, 0, 'not a state file')
  }
  const tables = emptyTables()
  for (const table of TABLE_NAMES) fill(tables[table], table, stored[table], path)
  return { generation, posts, lastTime, tables }
}

function fill<T extends TableName>(
  into: Map<string, Rows[T]>,
  table: T,
  rows: unknown,
  path: string,
): void {
  if (!isRows(rows, table)) throw damaged(path, 0, `no table ${table} in the file that begins`)
  for (const row of rows) into.set(KEYS[table](row), row)
}

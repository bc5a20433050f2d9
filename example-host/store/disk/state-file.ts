import { join } from 'node:path'
import type { Log } from 'express-incoming-webhooks'
import type { Adapter } from 'lowdb'
import { damaged, parseLine, readChecked, writeChecked, type Line } from './checked-file.js'
import { StoreCorrupt } from '../errors.js'
import { openReader } from './file-reader.js'
import { errorText, renameIfThere, type StoreFs } from './fs.js'
import { emptyTables, isObject, isRows, KEYS, TABLE_NAMES } from '../memory/rows.js'
import type { Rows, TableName, Tables } from '../memory/rows.js'
import { SEGMENT_BOUNDS } from './segments.js'
import { FORMAT_VERSION, refuseNewer } from './version.js'

/** What `state.json` holds: the small tables, and where the rest is. */
export interface State {
  /** The first journal to replay over this state. */
  generation: number
  /** Posts in each segment; the last one may have got more since. */
  segments: readonly number[]
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
  const reader = await openReader(fs, path)
  if (!reader) return {}
  try {
    const lines = new StateLines(path)
    await readChecked(reader, path, (line) => {
      lines.take(line)
    })
    return { state: lines.end() }
  } catch (error) {
    if (error instanceof StoreCorrupt) return { reason: error }
    throw error
  } finally {
    await reader.close()
  }
}

/*
 * A checked file (see checked-file.ts) with a line for each row of each table:
 *
 *   {"version":3,"generation":3,"segments":[1000,17],"lastTime":1700000000000,"tables":{
 *   "users":[
 *   {"id":"…", …}
 *   ],
 *   …
 *   "settings":[
 *   ]
 *   },"crc32":"89abcdef"}
 */
function* linesOf(state: State): Generator<string> {
  const { generation, segments, lastTime } = state
  const head = { version: FORMAT_VERSION, generation, segments, lastTime }
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

/** Makes a state of the lines of a state file. */
class StateLines {
  readonly #path: string
  readonly #tables = emptyTables()
  readonly #seen = new Set<TableName>()
  #head: Record<string, unknown> | null = null
  #table: TableName | null = null

  constructor(path: string) {
    this.#path = path
  }

  take(line: Line): void {
    const { text, offset } = line
    if (!this.#head) this.#head = this.#parseHead(line)
    else if (text.startsWith('"')) this.#begin(text, offset)
    else if (text.startsWith(']')) this.#table = null
    else if (text.startsWith('{') && this.#table) this.#put(this.#table, line)
    else if (text !== '}') throw damaged(this.#path, offset, 'not a row')
  }

  end(): State {
    const { generation, lastTime } = this.#head ?? {}
    const segments = segmentsOf(this.#head ?? {})
    if (typeof generation !== 'number' || typeof lastTime !== 'number' || !segments) {
      throw damaged(this.#path, 0, 'not a state file')
    }
    for (const table of TABLE_NAMES) {
      if (this.#seen.has(table)) continue
      throw damaged(this.#path, 0, `no table ${table} in the file that begins`)
    }
    return { generation, segments, lastTime, tables: this.#tables }
  }

  #parseHead({ text, offset }: Line): Record<string, unknown> {
    const head = parseLine({ text: `${text}}}`, offset }, this.#path)
    if (!isObject(head) || !isObject(head['tables'])) {
      throw damaged(this.#path, offset, 'not a state file')
    }
    refuseNewer(head['version'], this.#path)
    return head
  }

  #begin(text: string, offset: number): void {
    const table = TABLE_NAMES.find((name) => text === `"${name}":[`)
    if (!table) throw damaged(this.#path, offset, 'an unknown table')
    this.#table = table
    this.#seen.add(table)
  }

  #put(table: TableName, line: Line): void {
    putRow(this.#tables[table], table, [parseLine(line, this.#path)])
  }
}

function putRow<T extends TableName>(
  into: Map<string, Rows[T]>,
  table: T,
  row: readonly unknown[],
): void {
  if (isRows(row, table)) for (const each of row) into.set(KEYS[table](each), each)
}

/** Null unless the head says it. Format 1 counted all posts, of which each file had a thousand. */
function segmentsOf({ version, posts, segments }: Record<string, unknown>): number[] | null {
  if (version === 1 && typeof posts === 'number') {
    const full = Math.floor(posts / SEGMENT_BOUNDS.posts)
    const rest = posts % SEGMENT_BOUNDS.posts
    return [...Array<number>(full).fill(SEGMENT_BOUNDS.posts), ...(rest > 0 ? [rest] : [])]
  }
  if (!Array.isArray(segments)) return null
  const counts = segments.filter((count): count is number => typeof count === 'number')
  return counts.length === segments.length ? counts : null
}

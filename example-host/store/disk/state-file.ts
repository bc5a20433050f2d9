import { join } from 'node:path'
import type { HookLog } from 'express-incoming-webhooks'
import type { Adapter } from 'lowdb'
import { errorText, StoreCorrupt } from '../errors.js'
import { isObject } from '../memory/rows.js'
import { emptyTables, TABLE_NAMES, type TableName, type Tables } from '../memory/tables.js'
import {
  damaged,
  FORMAT_VERSION,
  type Line,
  parseLine,
  readCheckedFile,
  refuseNewer,
  writeChecked,
} from './checked-file.js'
import { type StoreFs, ifThere } from './fs.js'
import { SEGMENT_BOUNDS } from './segment-files.js'

/*
 * `state.json` is a checked file (see checked-file.ts) with a line for each row of each table:
 *
 *   {"version":5,"generation":3,"segments":[1000,17],"lastTime":1700000000000,"tables":{
 *   "users":[
 *   {"id":"…", …}
 *   ],
 *   …
 *   "settings":[
 *   ]
 *   },"crc32":"89abcdef"}
 */

/** What it holds: all tables but the posts, and where the posts are. */
export interface State {
  /** The first journal to replay over this state. */
  generation: number
  /** How many posts each segment holds; the last one may have got more since. */
  segments: readonly number[]
  /** The latest time given to a post. */
  lastTime: number
  readonly tables: Tables
}

/** The lines of a state file but its checksum. */
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

export interface StateFile extends Adapter<State> {
  /** The oldest journal that the state file or its `.bak` still needs. */
  oldestNeeded(): number
  /** The `.bak` has been removed. */
  noteNoBackup(): void
}

/**
 * The lowdb adapter of `state.json`. When that is missing or damaged, it reads `state.json.bak` and logs
 * so; nothing is lost, because the journals since then are still there.
 */
export function createStateFile(fs: StoreFs, directory: string, log: HookLog): StateFile {
  const path = join(directory, 'state.json')
  /** The generations in the two files. */
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
      log('error', 'The state file is unusable; the previous one is used instead', {
        file: path,
        reason: main.reason ? errorText(main.reason) : 'missing',
      })
      isDamaged = main.reason !== undefined
      backup = old.state.generation
      return old.state
    },
    write: async (state) => {
      // Out of the way, so that it does not become the `.bak` in place of the good one.
      if (isDamaged) await ifThere(fs.rename(path, `${path}.corrupt`))
      isDamaged = false
      await writeChecked(fs, path, linesOf(state))
      backup = current ?? backup
      current = state.generation
    },
    oldestNeeded: () => Math.min(current ?? 1, backup ?? Infinity),
    noteNoBackup: () => {
      backup = null
    },
  }
}

async function tryRead(
  fs: StoreFs,
  path: string,
): Promise<{ state?: State; reason?: StoreCorrupt }> {
  const { take, end } = stateReader(path)
  try {
    const size = await readCheckedFile(fs, path, take)
    return size === null ? {} : { state: end() }
  } catch (error) {
    if (error instanceof StoreCorrupt) return { reason: error }
    throw error
  }
}

/** Makes a state of the lines that it takes. */
function stateReader(path: string) {
  const tables = emptyTables()
  const seen = new Set<TableName>()
  let head: Record<string, unknown> | null = null
  let table: TableName | null = null
  const begin = ({ text, offset }: Line) => {
    table = TABLE_NAMES.find((name) => text === `"${name}":[`) ?? null
    if (!table) throw damaged(path, offset, 'an unknown table')
    seen.add(table)
  }
  return {
    take: (line: Line) => {
      const { text, offset } = line
      if (!head) head = headIn(line, path)
      else if (text.startsWith('"')) begin(line)
      else if (text.startsWith(']')) table = null
      else if (text.startsWith('{') && table) tables[table].putAll([parseLine(line, path)])
      else if (text !== '}') throw damaged(path, offset, 'not a row')
    },
    end: (): State => {
      const { generation, lastTime, ...others } = head ?? {}
      const segments = segmentsOf(others)
      if (typeof generation !== 'number' || typeof lastTime !== 'number' || !segments) {
        throw damaged(path, null, 'not a state file')
      }
      const missing = TABLE_NAMES.find((name) => !seen.has(name) && !isNewerTable(name, others))
      if (missing) throw damaged(path, null, `table ${missing} is missing`)
      return { generation, segments, lastTime, tables }
    },
  }
}

function headIn({ text, offset }: Line, path: string) {
  const head = parseLine({ text: `${text}}}`, offset }, path)
  if (!isObject(head) || !isObject(head['tables'])) {
    throw damaged(path, null, 'not a state file')
  }
  refuseNewer(head['version'], path)
  return head
}

function isNewerTable(table: TableName, { version }: Record<string, unknown>) {
  return table === 'things' && typeof version === 'number' && version < 4
}

/** Null when the head does not say it. Format 1 counted all posts; each file had a thousand of them. */
function segmentsOf({ version, posts, segments }: Record<string, unknown>) {
  if (version === 1 && typeof posts === 'number') {
    const full = Math.floor(posts / SEGMENT_BOUNDS.posts)
    const rest = posts % SEGMENT_BOUNDS.posts
    return [...Array<number>(full).fill(SEGMENT_BOUNDS.posts), ...(rest > 0 ? [rest] : [])]
  }
  if (!Array.isArray(segments)) return null
  const counts = segments.filter((count): count is number => typeof count === 'number')
  return counts.length === segments.length ? counts : null
}

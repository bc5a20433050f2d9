import { isObject } from '../memory/rows.js'
import { emptyTables, TABLE_NAMES, type TableName, type Tables } from '../memory/tables.js'
import { damaged, parseLine, type Line } from './checked-file.js'
import { SEGMENT_BOUNDS } from './segment-files.js'
import { FORMAT_VERSION, refuseNewer } from './version.js'

/*
 * A checked file (see checked-file.ts) with a line for each row of each table:
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

/** What `state.json` holds: all tables but the posts, and where the posts are. */
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
export function* linesOf(state: State): Generator<string> {
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

/** Makes a state of the lines of a state file, which are passed to `take` one by one. */
export class StateReader {
  readonly #path: string
  readonly #tables = emptyTables()
  readonly #seen = new Set<TableName>()
  #head: Record<string, unknown> | null = null
  #table: TableName | null = null

  constructor(path: string) {
    this.#path = path
  }

  readonly take = (line: Line): void => {
    const { text, offset } = line
    if (!this.#head) this.#head = this.#parseHead(line)
    else if (text.startsWith('"')) this.#begin(text, offset)
    else if (text.startsWith(']')) this.#table = null
    else if (text.startsWith('{') && this.#table)
      this.#tables[this.#table].putAll([parseLine(line, this.#path)])
    else if (text !== '}') throw damaged(this.#path, offset, 'not a row')
  }

  end(): State {
    const { generation, lastTime } = this.#head ?? {}
    const segments = segmentsOf(this.#head ?? {})
    if (typeof generation !== 'number' || typeof lastTime !== 'number' || !segments) {
      throw damaged(this.#path, null, 'not a state file')
    }
    for (const table of TABLE_NAMES) {
      if (this.#seen.has(table) || isNewerTable(table, this.#head ?? {})) continue
      throw damaged(this.#path, null, `table ${table} is missing`)
    }
    return { generation, segments, lastTime, tables: this.#tables }
  }

  #parseHead({ text, offset }: Line): Record<string, unknown> {
    const head = parseLine({ text: `${text}}}`, offset }, this.#path)
    if (!isObject(head) || !isObject(head['tables'])) {
      throw damaged(this.#path, null, 'not a state file')
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
}

function isNewerTable(table: TableName, { version }: Record<string, unknown>): boolean {
  return table === 'things' && typeof version === 'number' && version < 4
}

/** Null when the head does not say it. Format 1 counted all posts; each file had a thousand of them. */
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

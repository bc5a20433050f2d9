import { isRuler } from './delimiters.js'
import { endOf, withoutTrailing } from './ends.js'

/** The cells of a row, without the bars around it. A bar after a backslash is a character of its cell. */
export function cellsOf(row: string): readonly string[] {
  const cells: string[] = []
  let cell = ''
  let start = 0
  for (let at = 0; at < row.length; at += 1) {
    const c = row.charAt(at)
    if (c === '\\' && row.charAt(at + 1) === '|') {
      cell += `${row.slice(start, at)}|`
      at += 1
      start = at + 1
    } else if (c === '\\') at += 1
    else if (c === '|') {
      cells.push((cell + row.slice(start, at)).trim())
      cell = ''
      start = at + 1
    }
  }
  const last = (cell + row.slice(start)).trim()
  if (last !== '' || !row.endsWith('|')) cells.push(last)
  return row.startsWith('|') ? cells.slice(1) : cells
}

/** Whether this is the line below the head of a table of so many columns. */
export function isDelimiterRow(line: string, columns: number): boolean {
  if (!isRuler(line, 0, line.length) || !/[|:]/.test(line)) return false
  const cells = cellsOf(line)
  return cells.length === columns && cells.every((cell) => /^:?-+:?$/.test(cell))
}

const BEHIND_LINE = /(?<=\n|\r(?!\n))/
/** What may stand before a row: indentation, and marks of quotes. */
const BEFORE_ROW = /[ \t>]*/y
const BEGINS_RULER = '-|:'
const BEHIND_ROW = ' \t\r\n'

/** The line below the head of a table, or one that looks like it. */
interface Ruler {
  /** Where the line begins behind the marks of quotes. */
  readonly at: number
  readonly columns: number
  readonly line: number
}

interface Table {
  readonly at: number
  readonly cells: number
}

/**
 * Markdown without the tables whose cells `take` refuses: a backslash before the line below the head makes
 * them lines of text. Markdown fills up rows that are shorter than the head, so all rows count in full.
 * The count may be too high, for lines of other blocks that look like tables, but is never too low.
 */
export function boundedTables(markdown: string, take: (cells: number) => boolean): string {
  if (!markdown.includes('|')) return markdown
  const parts: string[] = []
  let from = 0
  for (const { at, cells } of tablesIn(markdown)) {
    if (take(cells)) continue
    parts.push(markdown.slice(from, at), '\\')
    from = at
  }
  return from === 0 ? markdown : parts.join('') + markdown.slice(from)
}

function tablesIn(text: string): readonly Table[] {
  const found: Table[] = []
  /** Those since the last blank line, which ends every table. */
  let rulers: Ruler[] = []
  /** Whether the line above may be the head of a table. */
  let isBelowRow = false
  let line = 0
  let start = 0
  // An empty line ends the last block.
  for (const written of [...text.split(BEHIND_LINE), '']) {
    // A text may have hundreds of thousands of these.
    if (written === '\n' && rulers.length === 0) {
      isBelowRow = false
      line += 1
      start += 1
      continue
    }
    const before = endOf(BEFORE_ROW, written, 0)
    const row = withoutTrailing(written.slice(before), BEHIND_ROW)
    if (row === '') {
      for (const ruler of rulers) {
        found.push({ at: ruler.at, cells: ruler.columns * (line - ruler.line) })
      }
      rulers = []
    } else if (isBelowRow && BEGINS_RULER.includes(row.charAt(0)) && isRuler(row, 0, row.length)) {
      const columns = row.split('|').filter((column) => column.trim() !== '').length
      rulers.push({ at: start + before, columns, line })
    }
    isBelowRow = row.includes('|')
    line += 1
    start += written.length
  }
  return found
}

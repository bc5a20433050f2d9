import { isRuler } from './delimiters.js'

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

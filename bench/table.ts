import { type Cell, compare, type Ratios, TOLERANCE } from './baseline.js'
import type { Summary } from './figures.js'

/** One line of the table. */
export interface Row extends Cell, Summary {
  /** Of the target's process, in kB, with all posts of this body. */
  readonly peak: number
}

interface Column {
  readonly title: string
  readonly width: number
  readonly textOf: (row: Row) => string
}

const COLUMNS: readonly Column[] = [
  { title: 'body', width: -18, textOf: (row) => row.body },
  { title: 'connections', width: 11, textOf: (row) => String(row.connections) },
  { title: '  target', width: -24, textOf: (row) => `  ${row.target}` },
  { title: 'CPU µs', width: 8, textOf: (row) => row.cpuMicros.toFixed(0) },
  {
    title: 'database',
    width: 10,
    textOf: ({ databaseMicros: own }) => (own === 0 ? '' : own.toFixed(0)),
  },
  { title: 'bare/this', width: 11, textOf: (row) => row.ratio.toFixed(2) },
  { title: 'p50 ms', width: 9, textOf: (row) => row.p50Millis.toFixed(2) },
  { title: 'p99 ms', width: 9, textOf: (row) => row.p99Millis.toFixed(2) },
  { title: '503s', width: 6, textOf: ({ shed }) => (shed === 0 ? '' : shed.toFixed(0)) },
  { title: 'peak MB', width: 9, textOf: (row) => (row.peak / 1024).toFixed(0) },
]

/** What the columns mean. */
export const LEGEND = [
  'CPU µs: of the server per request, all threads and its database',
  'database: what PostgreSQL took of it',
  'bare/this: CPU of bare Express in the same rounds, divided by it',
  '503s: refused by a server that had too much to store, and sent again 100 ms later',
  'peak MB: the most memory of the server process, with all messages of this body',
]

/** With a baseline, for tables that are compared with it. */
export function headOf(baseline: Ratios | null): string {
  const titles = COLUMNS.map(({ title, width }) => padded(title, width))
  return [...titles, ...(baseline ? ['  baseline  difference'] : [])].join('')
}

export function lineOf(row: Row, baseline: Ratios | null): string {
  const cells = COLUMNS.map(({ width, textOf }) => padded(textOf(row), width))
  return [...cells, ...(baseline ? [comparisonOf(row, baseline)] : [])].join('').trimEnd()
}

function comparisonOf(row: Row, baseline: Ratios): string {
  const found = compare(row, row.ratio, baseline)
  if (!found) return '      none'
  const { before, difference, isLower } = found
  const percent = `${difference < 0 ? '' : '+'}${(difference * 100).toFixed(0)} %`
  return `${padded(before.toFixed(2), 10)}${padded(percent, 12)}${isLower ? '  LOWER' : ''}`
}

/** What is lower than in the baseline; others' servers are not judged. */
export function lowerOf(rows: readonly Row[], baseline: Ratios): readonly Row[] {
  return rows.filter(
    (row) => !row.target.startsWith('bare ') && compare(row, row.ratio, baseline)?.isLower === true,
  )
}

/** One line about all cells, for a table that was compared. */
export function verdictOf(rows: readonly Row[], baseline: Ratios): string {
  const lower = lowerOf(rows, baseline)
  return `lower than the baseline by more than ${TOLERANCE * 100} %: ${lower.length} of ${rows.length}`
}

function padded(text: string, width: number): string {
  return width < 0 ? text.padEnd(-width) : text.padStart(width)
}

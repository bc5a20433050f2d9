import { escapeText } from '../../../text/escape.js'
import { onOneLine } from '../../../text/one-line.js'
import { memberNames, type Members } from '../../payload/reading.js'
import { heading } from './cards.js'
import { plain, type Sheet } from './sheet.js'
import { gridOf } from './tables.js'
import { nodesOnOneLine, stringMember } from './text-objects.js'

const CHART = memberNames('type segments series axis_config')
const SERIES = memberNames('name data')
const POINT = memberNames('label value')
const AXES = memberNames('categories x_label y_label')

/** A number of a chart. */
export interface ChartPoint {
  /** What a chart of several lines, bars or colours calls this one. */
  readonly series: string
  /** The category. */
  readonly label: string
  readonly value: string
}

/** The words at the axes, and the categories in their order, also those without a number. */
export interface ChartAxes {
  readonly x?: string
  readonly y?: string
  readonly categories?: readonly string[]
}

/** Of more series, most cells could be empty: a small chart would be a large table. */
const MAX_SERIES = 20

/** The numbers of a chart for a table, the header first: a row per category, a column per series. */
export function chartRows(
  points: readonly ChartPoint[],
  { x = '', y = '', categories = [] }: ChartAxes = {},
): readonly (readonly string[])[] {
  const series = [...new Set(points.map((point) => point.series))]
  if (series.length > MAX_SERIES) {
    return [['', x, y], ...points.map((point) => [point.series, point.label, point.value])]
  }
  const rows = new Map<string, string[]>()
  const rowOf = (label: string, repeat: number): string[] => {
    const key = JSON.stringify([label, repeat])
    const row = rows.get(key) ?? [label, ...series.map(() => '')]
    rows.set(key, row)
    return row
  }
  for (const label of categories) rowOf(label, 0)
  const repeats = new Map<string, number>()
  for (const { series: name, label, value } of points) {
    const place = JSON.stringify([name, label])
    const repeat = repeats.get(place) ?? 0
    repeats.set(place, repeat + 1)
    rowOf(label, repeat)[series.indexOf(name) + 1] = value
  }
  if (series.every((name) => name === '')) return [[x, y || 'Value'], ...rows.values()]
  return [[[x, y].filter((words) => words !== '').join(' / '), ...series], ...rows.values()]
}

/** A chart: its title, and its numbers as a table. */
export function showChart(block: Members, sheet: Sheet): void {
  sheet.paragraph(heading(nodesOnOneLine(stringMember(block, 'title', true))))
  const chart = block.inner('chart', CHART)
  const points = chart
    ? [
        ...pointsOf(chart, 'segments', ''),
        ...chart
          .each('series', SERIES, (each) => pointsOf(each, 'data', each.string('name')))
          .flat(),
      ]
    : []
  if (points.length === 0) {
    sheet.reading.add(block.path, 'a chart without numbers')
    return
  }
  const rows = chartRows(points, axesOf(chart?.inner('axis_config', AXES) ?? null))
  for (const row of rows) sheet.reading.amounts.take('cells', row.length)
  const written = (cell: string): string => escapeText(onOneLine(cell), { inline: true })
  sheet.paragraph(gridOf(rows.map((row) => row.map((cell) => [plain(written(cell))]))))
}

function pointsOf(members: Members, name: string, series: string): readonly ChartPoint[] {
  return members.each(name, POINT, (point) => {
    const value = point.get('value')
    const isNumber = typeof value === 'number' || typeof value === 'string'
    if (!isNumber && value !== undefined) point.warn('value', 'not a number')
    return { series, label: point.text('label'), value: isNumber ? point.text('value') : '' }
  })
}

function axesOf(axes: Members | null): ChartAxes {
  if (axes === null) return {}
  const categories = axes.list('categories').map(({ value, path }) => {
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    axes.reading.add(path, 'not a category')
    return ''
  })
  return { x: axes.string('x_label'), y: axes.string('y_label'), categories }
}

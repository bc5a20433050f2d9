import type { Element, RichText, TextNode } from '../../../model/message.js'
import { memberNames, type Members, wrongType } from '../../payload/reading.js'
import { isObject } from '../../../model/json.js'
import { readRichTextLine, RICH_TEXT } from './rich-text.js'
import { nodesOnOneLine, plain, type Sheet, stringMember } from './sheet.js'
import { escapeText } from '../../../text/escape.js'
import { onOneLine } from '../../../text/one-line.js'
import { heading } from './cards.js'

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
interface ChartAxes {
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
  const rowOf = (label: string, repeat: number) => {
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
  const written = (cell: string) => escapeText(onOneLine(cell), { inline: true })
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

const CELL = memberNames('type text value elements block_id')
const COLUMN = memberNames('align is_wrapped')

const RULES: Readonly<Record<string, string>> = {
  left: ' :--- |',
  center: ' :---: |',
  right: ' ---: |',
}

/** A table as Markdown. Its first row is the header. */
export function showTable(table: Members, sheet: Sheet): void {
  const rows = table.list('rows').map((row) => readRow(row, sheet))
  sheet.paragraph(stringMember(table, 'caption'))
  sheet.paragraph(gridOf(rows, (width) => rulesOf(table, width, sheet)))
}

/** Rows of cells, each on one line, as Markdown. The first row is padded to the width of the widest. */
export function gridOf(
  rows: readonly (readonly RichText[])[],
  rules: (width: number) => readonly string[] = unaligned,
): RichText {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const [head, ...body] = rows
  if (!head || width === 0) return []
  const nodes: TextNode[] = []
  showLine(head, width, nodes)
  nodes.push(plain(`\n|${rules(width).join('')}`))
  for (const row of body) {
    nodes.push(plain('\n'))
    showLine(row, 1, nodes)
  }
  return nodes
}

function showLine(cells: readonly RichText[], width: number, into: TextNode[]) {
  into.push(plain('|'))
  for (const cell of cells) {
    into.push(plain(' '))
    for (const node of cell) into.push(inCell(node))
    into.push(plain(' |'))
  }
  if (cells.length < width) into.push(plain('   |'.repeat(width - cells.length)))
}

function unaligned(width: number) {
  return new Array<string>(width).fill(' --- |')
}

function rulesOf(table: Members, width: number, sheet: Sheet): readonly string[] {
  const rules = unaligned(width)
  const settings = table.get('column_settings') ?? []
  if (!Array.isArray(settings)) throw table.wrong('column_settings', 'an array')
  settings.slice(0, width).forEach((value: unknown, index) => {
    // An absent setting still counts as a column.
    if (value === null) return
    const path = `${table.at('column_settings')}[${index}]`
    rules[index] = RULES[sheet.members({ value, path }, COLUMN).string('align')] ?? ' --- |'
  })
  return rules
}

function readRow({ value, path }: Element, sheet: Sheet): readonly RichText[] {
  if (!Array.isArray(value)) throw wrongType(path, 'an array', value)
  sheet.reading.amounts.take('cells', value.length)
  return value.map((cell: unknown, index) =>
    cell === null ? [] : readCell({ value: cell, path: `${path}[${index}]` }, sheet),
  )
}

function readCell(sent: Element, sheet: Sheet) {
  if (isObject(sent.value) && sent.value['type'] === 'rich_text') {
    return readRichTextLine(sheet.members(sent, RICH_TEXT), sheet)
  }
  const cell = sheet.members(sent, CELL)
  const type = cell.string('type')
  if (type !== 'raw_text' && type !== 'raw_number') {
    sheet.reading.add(cell.path, 'unknown cell type: shown as text')
  }
  const text = stringMember(cell, 'text', true)
  return text.length > 0 || typeof cell.get('value') !== 'number'
    ? nodesOnOneLine(text)
    : [plain(cell.text('value'))]
}

// A bar ends its cell, also in code and links.
function inCell(node: TextNode) {
  if (!node.text.includes('|')) return node
  const bar = node.kind === 'link' && node.text.startsWith('<') ? '%7C' : '\\|'
  return { ...node, text: node.text.replaceAll('|', bar) }
}

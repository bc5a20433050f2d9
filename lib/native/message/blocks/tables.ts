import type { RichText, TextNode } from '../../../model/message.js'
import { memberNames, type Element, type Members, wrongType } from '../../payload/reading.js'
import { isObject } from '../../../model/json.js'
import { readRichTextLine, RICH_TEXT } from './rich-text.js'
import { plain, type Sheet } from './sheet.js'
import { nodesOnOneLine, stringMember } from './text-objects.js'

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

function showLine(cells: readonly RichText[], width: number, into: TextNode[]): void {
  into.push(plain('|'))
  for (const cell of cells) {
    into.push(plain(' '))
    for (const node of cell) into.push(inCell(node))
    into.push(plain(' |'))
  }
  if (cells.length < width) into.push(plain('   |'.repeat(width - cells.length)))
}

function unaligned(width: number): string[] {
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

function readCell(sent: Element, sheet: Sheet): RichText {
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
function inCell(node: TextNode): TextNode {
  if (!node.text.includes('|')) return node
  const bar = node.kind === 'link' && node.text.startsWith('<') ? '%7C' : '\\|'
  return { ...node, text: node.text.replaceAll('|', bar) }
}

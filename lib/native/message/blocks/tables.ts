import type { RichText, TextNode } from '../../../model/message.js'
import { type Element, type Members, readMembers, wrongType } from '../../payload/reading.js'
import { isObject } from '../../../model/json.js'
import { readRichTextLine } from './rich-text.js'
import { plain, type Sheet } from './sheet.js'
import { nodesOnOneLine, stringMember } from './text-objects.js'
import { memberNames } from '../../payload/member-names.js'

const TABLE = memberNames(`
  type block_id rows column_settings caption page_size row_header_column_index header_row
`)
const CELL = new Set(['type', 'text', 'value', 'elements', 'block_id'])
const COLUMN = new Set(['align', 'is_wrapped'])

const RULES: Readonly<Record<string, string>> = {
  left: ' :--- |',
  center: ' :---: |',
  right: ' ---: |',
}

/** A table as Markdown. Its first row is the header, padded to the width of the widest row. */
export function showTable(value: unknown, path: string, sheet: Sheet): void {
  const table = readMembers(value, path, TABLE, sheet.reading)
  const rows = table.list('rows').map((row) => readRow(row, sheet))
  sheet.paragraph(stringMember(table, 'caption'))
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const [head, ...body] = rows
  if (!head || width === 0) return
  const nodes: TextNode[] = []
  showLine(head, width, nodes)
  nodes.push(plain(`\n|${rulesOf(table, width, sheet).join('')}`))
  for (const row of body) {
    nodes.push(plain('\n'))
    showLine(row, 1, nodes)
  }
  sheet.paragraph(nodes)
}

function showLine(cells: readonly RichText[], width: number, into: TextNode[]): void {
  into.push(plain('|'))
  for (const cell of cells) {
    into.push(plain(' '))
    for (const node of cell) into.push(node)
    into.push(plain(' |'))
  }
  if (cells.length < width) into.push(plain('   |'.repeat(width - cells.length)))
}

function rulesOf(table: Members, width: number, sheet: Sheet): readonly string[] {
  const rules = new Array<string>(width).fill(' --- |')
  const settings = table.get('column_settings')
  if (settings === undefined) return rules
  if (!Array.isArray(settings)) throw wrongType(table.at('column_settings'), 'an array', settings)
  settings.slice(0, width).forEach((setting: unknown, index) => {
    // An absent setting still counts as a column.
    if (setting === null) return
    const path = `${table.at('column_settings')}[${index}]`
    const align = readMembers(setting, path, COLUMN, sheet.reading).string('align')
    rules[index] = RULES[align] ?? ' --- |'
  })
  return rules
}

function readRow({ value, path }: Element, sheet: Sheet): readonly RichText[] {
  if (!Array.isArray(value)) throw wrongType(path, 'an array', value)
  sheet.reading.amounts.take('cells', value.length)
  return value.map((cell: unknown, index) =>
    cell === null ? [] : readCell(cell, `${path}[${index}]`, sheet),
  )
}

function readCell(value: unknown, path: string, sheet: Sheet): RichText {
  if (isObject(value) && value['type'] === 'rich_text') {
    return readRichTextLine(value, path, sheet).map(inCell)
  }
  const cell = readMembers(value, path, CELL, sheet.reading)
  const type = cell.string('type')
  if (type !== 'raw_text' && type !== 'raw_number') {
    sheet.reading.add(path, 'unknown cell type: shown as text')
  }
  const text = stringMember(cell, 'text', true)
  if (text.length > 0 || typeof cell.get('value') !== 'number')
    return nodesOnOneLine(text).map(inCell)
  return [plain(cell.text('value'))]
}

// A bar ends its cell, also in code and links.
function inCell(node: TextNode): TextNode {
  if (!node.text.includes('|')) return node
  const bar = node.kind === 'link' && node.text.startsWith('<') ? '%7C' : '\\|'
  return { ...node, text: node.text.replaceAll('|', bar) }
}

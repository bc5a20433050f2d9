import type { RichText, TextNode } from '../../../model/message.js'
import { withoutTrailing } from '../../../text/ends.js'
import { escapeText } from '../../../text/escape.js'
import { memberNames, type Members } from '../../payload/reading.js'
import { charactersOf, escaped, readInline } from './inline.js'
import { linesOf, longestRun } from './lines.js'
import { joined, plain, type Sheet } from './sheet.js'
import type { Inline } from './styles.js'

export const RICH_TEXT = memberNames('type block_id elements')
const PART = memberNames('type elements style indent offset border language')
/** Slack's deepest list level. */
const MAX_INDENT = 8

type Lines = readonly RichText[]

/** A rich text block as Markdown. */
export function readRichText(block: Members | null, sheet: Sheet): RichText {
  if (block === null) return []
  let levels: Level[] = []
  const nodes: TextNode[] = []
  let afterList = false
  block.each('elements', PART, (part) => {
    const type = part.string('type')
    const isList = type === 'rich_text_list'
    if (!isList) levels = []
    const text = isList ? listOf(part, levels, sheet) : textOf(part, type, sheet)
    if (text.length === 0) return
    if (nodes.length > 0) nodes.push(plain(isList && afterList ? '\n' : '\n\n'))
    for (const node of text) nodes.push(node)
    afterList = isList
  })
  return nodes
}

/** The same on one line, for the cell of a table. */
export function readRichTextLine(block: Members, sheet: Sheet): RichText {
  const lines = block.each('elements', PART, (part) =>
    part.string('type') === 'rich_text_list'
      ? itemsOf(part, sheet).flat()
      : sectionLines(part, sheet),
  )
  return joined(lines.flat(), ' ')
}

function textOf(part: Members, type: string, sheet: Sheet): RichText {
  if (type === 'rich_text_preformatted') return preformatted(part, sheet)
  if (type === 'rich_text_quote') {
    return joinLines(sectionLines(part, sheet).map((line) => [plain('> '), ...line]))
  }
  if (type !== 'rich_text_section') {
    sheet.reading.add(part.path, 'unknown rich text type: shown as a section')
  }
  return sectionOf(part, sheet)
}

function sectionOf(part: Members, sheet: Sheet): RichText {
  const inlines = inlinesOf(part, sheet)
  const [only] = inlines
  if (inlines.length !== 1 || only?.node.kind !== 'text' || only.style !== 0) {
    return joinLines(linesIn(inlines, sheet))
  }
  // Its lines need no marks, so that there may be any number.
  const text = withoutTrailing(only.node.text.replace(/^\n+/, ''), '\n')
  return text === '' ? [] : [plain(text)]
}

function inlinesOf(part: Members, sheet: Sheet) {
  return escaped(readInline(part, sheet), sheet.reading.amounts)
}

function sectionLines(part: Members, sheet: Sheet): Lines {
  return linesIn(inlinesOf(part, sheet), sheet)
}

/** Without empty ones at the beginning and the end. */
function linesIn(inlines: readonly Inline[], { reading }: Sheet): Lines {
  const lines = linesOf(inlines, reading.amounts)
  const first = lines.findIndex((line) => line.length > 0)
  const last = lines.findLastIndex((line) => line.length > 0)
  return first === -1 ? [] : lines.slice(first, last + 1)
}

function joinLines(lines: Lines): RichText {
  const nodes: TextNode[] = []
  let texts: string[] = []
  const flush = () => {
    if (texts.length > 0) nodes.push(plain(texts.join('')))
    texts = []
  }
  lines.forEach((line, index) => {
    if (index > 0) texts.push('\n')
    for (const node of line) {
      if (node.kind === 'text') texts.push(node.text)
      else {
        flush()
        nodes.push(node)
      }
    }
  })
  flush()
  return nodes
}

/** The column of a list's items and the width of their marks. Nested content begins after the marks. */
interface Level {
  readonly indent: number
  readonly column: number
  readonly width: number
}

function listOf(list: Members, levels: Level[], sheet: Sheet) {
  const indent = wholeNumber(list, 'indent', MAX_INDENT)
  while ((levels.at(-1)?.indent ?? -1) >= indent) levels.pop()
  const outer = levels.at(-1)
  const column = outer ? outer.column + outer.width : 0
  const ordered = list.string('style') === 'ordered'
  const start = wholeNumber(list, 'offset', 99_999_999) + 1
  let width = 2
  const items = itemsOf(list, sheet).map((lines, index): RichText => {
    const mark = ordered ? `${start + index}. ` : '- '
    width = mark.length
    const indented = lines.map((line, number) => [
      plain(' '.repeat(line.length === 0 ? 0 : column + (number === 0 ? 0 : width))),
      ...(number === 0 ? [plain(mark)] : []),
      ...line,
    ])
    return joinLines(indented)
  })
  levels.push({ indent, column, width })
  return joined(items, '\n')
}

function itemsOf(list: Members, sheet: Sheet): readonly Lines[] {
  return list
    .each('elements', PART, (item) => sectionLines(item, sheet))
    .filter((lines) => lines.length > 0)
}

function preformatted(part: Members, sheet: Sheet): RichText {
  const text = charactersOf(readInline(part, sheet)).replace(/\n$/, '')
  if (text === '') return []
  const marker = markerAround(text)
  if (marker === '') return [plain(escapeText(text))]
  const language = part.string('language')
  const info = /^[\w+#.-]{1,40}$/.test(language) ? language : ''
  const opening = `${marker}${info}\n`
  return [
    {
      kind: 'code',
      text: `${opening}${text}\n${marker}`,
      fence: { opening, marker, info, closing: marker },
    },
  ]
}

/** A fence marker longer than any run in the text; `''` if it would be too long for a fence. */
function markerAround(text: string) {
  const [ticks, tildes] = [longestRun(text, '`'), longestRun(text, '~')]
  if (ticks < 100) return '`'.repeat(Math.max(ticks, 2) + 1)
  return tildes < 100 ? '~'.repeat(Math.max(tildes, 2) + 1) : ''
}

function wholeNumber(list: Members, name: string, most: number) {
  const value = list.get(name)
  if (value === undefined) return 0
  if (typeof value !== 'number') throw list.wrong(name, 'a number')
  if (Number.isInteger(value) && value >= 0 && value <= most) return value
  list.warn(name, `not an integer from 0 to ${most}`)
  return value > most ? most : 0
}

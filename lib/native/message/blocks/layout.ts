import type { RichText } from '../../../model/message.js'
import type { BlockPayload } from '../../../model/payload.js'
import { isSpace } from '../../../text/characters.js'
import { escapePieces } from '../../../text/escape.js'
import { withoutTrailing } from '../../../text/trimming.js'
import { type Element, readMembers, wrongType } from '../../payload/reading.js'
import { isObject } from '../../../model/json.js'
import { readElement, showActions, showElements } from './actions.js'
import { showAlert, showCard, showCarousel, showContainer, showPlan, showTask } from './cards.js'
import { showCall, showFile, showVideo } from './media.js'
import { readIcon, readPicture, readThumb, showImage } from './pictures.js'
import { readRichText } from './rich-text.js'
import { type BlockOptions, type Group, joined, plain, Sheet } from './sheet.js'
import { showTable } from './tables.js'
import { lineMember, nameMember, readText, textMember } from './text-objects.js'
import { showUnknown } from './unknown.js'
import { memberNames } from '../../payload/member-names.js'

const HEADER = new Set(['type', 'block_id', 'text', 'level'])
const SECTION = new Set(['type', 'block_id', 'text', 'fields', 'accessory', 'expand'])
const LISTED = new Set(['type', 'block_id', 'elements'])
const MARKDOWN = new Set(['type', 'block_id', 'text'])
const INPUT = memberNames(`
  type block_id label element hint optional dispatch_action
`)

/** What readers see of the blocks, in order; empty if they show nothing. */
export function translateBlocks(
  blocks: readonly BlockPayload[],
  options: BlockOptions,
): readonly Group[] {
  const sheet = new Sheet(options)
  for (const block of blocks) showBlock(block, sheet)
  return sheet.groups
}

type Show = (value: unknown, path: string, sheet: Sheet) => void

const BLOCKS: ReadonlyMap<string, Show> = new Map<string, Show>([
  ['header', showHeader],
  ['section', showSection],
  ['context', showContext],
  ['actions', showRow],
  ['context_actions', showRow],
  ['input', showInput],
  ['markdown', showMarkdown],
  ['divider', showDivider],
  ['image', showImage],
  ['rich_text', showRichText],
  ['table', showTable],
  ['data_table', showTable],
  ['video', showVideo],
  ['file', showFile],
  ['call', showCall],
  ['alert', showAlert],
  ['card', showCard],
  ['carousel', showCarousel],
  ['plan', showPlan],
  ['task_card', showTask],
])

function showBlock({ value, path }: Element, sheet: Sheet): void {
  if (!isObject(value)) throw wrongType(path, 'an object', value)
  const type = value['type']
  if (type !== undefined && type !== null && typeof type !== 'string') {
    throw wrongType(`${path}.type`, 'a string', type)
  }
  if (type === 'container') {
    showContainer(value, path, sheet, (inner) => {
      showBlock(inner, sheet)
    })
    return
  }
  const show = BLOCKS.get(type ?? '') ?? showUnknown
  show(value, path, sheet)
}

function showHeader(value: unknown, path: string, sheet: Sheet): void {
  const header = readMembers(value, path, HEADER, sheet.reading)
  const text = lineMember(header, 'text', sheet)
  if (text.length > 0) sheet.paragraph([plain('#### '), ...withoutClosing(text)])
}

// Number signs at the end of a title would be read as the closing marks of a heading.
function withoutClosing(text: RichText): RichText {
  const last = text.at(-1)
  const words = last?.text.trimEnd() ?? ''
  const before = withoutTrailing(words, '#')
  if (before === words || (before !== '' && !isSpace(before.at(-1) ?? ''))) return text
  const signs = last?.text.slice(before.length) ?? ''
  return [...text.slice(0, -1), plain(`${before}\\${signs}`)]
}

function showSection(value: unknown, path: string, sheet: Sheet): void {
  const section = readMembers(value, path, SECTION, sheet.reading)
  const fields = section.list('fields').map((field) => readText(field.value, field.path, sheet))
  const accessory = section.get('accessory')
  const isPicture = isObject(accessory) && accessory['type'] === 'image'
  const read =
    accessory === undefined || isPicture
      ? []
      : readElement(accessory, section.at('accessory'), sheet)
  const text = joined([textMember(section, 'text', sheet), fieldsOf(fields)], '\n\n')
  if (isPicture) {
    showBeside(text, accessory, section.at('accessory'), sheet)
    return
  }
  sheet.paragraph(joined([text, ...read.map((element) => element.text)], '\n'))
  showActions(
    read.filter((element) => element.text.length === 0),
    sheet,
    true,
  )
}

function showBeside(text: RichText, picture: unknown, path: string, sheet: Sheet): void {
  if (text.length === 0) {
    sheet.paragraph(readPicture(picture, path, sheet))
    return
  }
  const { thumb, instead } = readThumb(picture, path, sheet)
  if (thumb) sheet.pictured(text, thumb)
  else sheet.paragraph(joined([text, instead], '\n'))
}

// Multi-line fields need a blank line between them.
function fieldsOf(fields: readonly RichText[]): RichText {
  const long = fields.some((field) => field.some(({ text }) => text.includes('\n')))
  return joined(fields, long ? '\n\n' : '\n')
}

function showContext(value: unknown, path: string, sheet: Sheet): void {
  const context = readMembers(value, path, LISTED, sheet.reading)
  const elements = context
    .list('elements')
    .map((element) =>
      isObject(element.value) && element.value['type'] === 'image'
        ? readIcon(element.value, element.path, sheet)
        : readText(element.value, element.path, sheet),
    )
  sheet.paragraph(joined(elements, ' '))
}

function showRow(value: unknown, path: string, sheet: Sheet): void {
  const row = readMembers(value, path, LISTED, sheet.reading)
  showElements(row.list('elements'), sheet)
}

function showInput(value: unknown, path: string, sheet: Sheet): void {
  const input = readMembers(value, path, INPUT, sheet.reading)
  const label = nameMember(input, 'label', sheet)
  const element = input.get('element')
  const read =
    element === undefined ? [] : readElement(element, input.at('element'), sheet, label !== '')
  const texts = read.map(({ text }) => text)
  sheet.paragraph(joined([bold(label), ...texts, textMember(input, 'hint', sheet)], '\n'))
  showActions(
    read.filter(({ text }) => text.length === 0),
    sheet,
  )
}

function bold(words: string): RichText {
  const [, text = ''] = words.trim() === '' ? [] : escapePieces(['', words.trim(), ''])
  return text === '' ? [] : [plain(`**${text}**`)]
}

function showMarkdown(value: unknown, path: string, sheet: Sheet): void {
  const markdown = readMembers(value, path, MARKDOWN, sheet.reading)
  sheet.paragraph(sheet.translator.scan(markdown.string('text')))
}

function showDivider(value: unknown, path: string, sheet: Sheet): void {
  readMembers(value, path, LISTED, sheet.reading)
  sheet.paragraph([plain('---')])
}

function showRichText(value: unknown, path: string, sheet: Sheet): void {
  sheet.paragraph(readRichText(value, path, sheet))
}

import type { Element, RichText } from '../../../model/message.js'
import { isSpace } from '../../../text/characters.js'
import { withoutTrailing } from '../../../text/ends.js'
import { escapePieces } from '../../../text/escape.js'
import { memberNames, type Members, wrongType } from '../../payload/reading.js'
import { isObject } from '../../../model/json.js'
import { type ReadElement, readElement, showActions, showElements } from './actions.js'
import {
  CARD,
  showAlert,
  showCard,
  showCarousel,
  showContainerHead,
  showPlan,
  showTask,
  TASK,
} from './cards.js'
import {
  IMAGE,
  readIcon,
  readPicture,
  readThumb,
  showCall,
  showFile,
  showImage,
  showVideo,
} from './media.js'
import { showChart, showTable } from './tables.js'
import { readRichText, RICH_TEXT } from './rich-text.js'
import {
  type BlockOptions,
  escapedWords,
  type Group,
  joined,
  kindsOf,
  lineMember,
  nameMember,
  plain,
  readText,
  Sheet,
  textMember,
} from './sheet.js'

const CONTAINER = `
  title rich_text_title subtitle child_blocks width icon is_collapsible default_collapsed
  has_header_divider
`
const TABLE = 'rows column_settings caption page_size row_header_column_index header_row'
const VIDEO = `
  title title_url video_url thumbnail_url alt_text description author_name provider_name
  provider_icon_url
`

const BLOCKS = kindsOf<Sheet>('type block_id', {
  header: ['text level', showHeader],
  section: ['text fields accessory expand', showSection],
  context: ['elements', showContext],
  actions: ['elements', showRow],
  context_actions: ['elements', showRow],
  input: ['label element hint optional dispatch_action', showInput],
  markdown: [
    'text',
    (block, sheet) => sheet.paragraph(sheet.translator.scan(block.string('text'))),
  ],
  divider: ['elements', (_, sheet) => sheet.paragraph([plain('---')])],
  image: [IMAGE, showImage],
  rich_text: ['elements', (block, sheet) => sheet.paragraph(readRichText(block, sheet))],
  table: [TABLE, showTable],
  data_table: [TABLE, showTable],
  data_visualization: ['title chart', showChart],
  video: [VIDEO, showVideo],
  file: ['external_id source file_id file', showFile],
  call: ['call_id call api_decoration_available', showCall],
  alert: ['text level', showAlert],
  card: [CARD, showCard],
  carousel: ['elements', showCarousel],
  container: [CONTAINER, showContainer],
  plan: ['title tasks', showPlan],
  task_card: [TASK, showTask],
})

/** What readers see of the blocks, in order; empty if they show nothing. `inProps`: of `props.blocks`. */
export function translateBlocks(
  blocks: readonly Element[],
  options: BlockOptions,
  inProps: readonly Element[] = [],
): readonly Group[] {
  const sheet = new Sheet(options)
  for (const block of blocks) showBlock(block, sheet)
  for (const block of inProps) sheet.guard(block.path, () => showBlock(block, sheet))
  return sheet.groups
}

function showBlock(block: Element, sheet: Sheet) {
  const { value, path } = block
  if (!isObject(value)) throw wrongType(path, 'an object', value)
  const type = value['type'] ?? ''
  if (typeof type !== 'string') throw wrongType(`${path}.type`, 'a string', type)
  const [names, show] = BLOCKS.get(type) ?? []
  if (names && show) show(sheet.members(block, names), sheet)
  else showUnknown(block, sheet)
}

function showContainer(container: Members, sheet: Sheet) {
  showContainerHead(container, sheet)
  for (const block of container.list('child_blocks')) showBlock(block, sheet)
}

function showHeader(header: Members, sheet: Sheet) {
  const text = lineMember(header, 'text', sheet)
  if (text.length > 0) sheet.paragraph([plain('#### '), ...withoutClosing(text)])
}

// Number signs at the end of a title would be read as the closing marks of a heading.
function withoutClosing(text: RichText) {
  const last = text.at(-1)
  const words = last?.text.trimEnd() ?? ''
  const before = withoutTrailing(words, '#')
  if (before === words || (before !== '' && !isSpace(before.at(-1) ?? ''))) return text
  const signs = last?.text.slice(before.length) ?? ''
  return [...text.slice(0, -1), plain(`${before}\\${signs}`)]
}

function showSection(section: Members, sheet: Sheet) {
  const fields = section.list('fields').map((field) => readText(field, sheet))
  const accessory = section.element('accessory')
  const besides = isPicture(accessory)
  const read = besides ? [] : readElement(accessory, sheet)
  const text = joined([textMember(section, 'text', sheet), fieldsOf(fields)], '\n\n')
  const picture = besides ? section.inner('accessory', IMAGE) : null
  if (picture) showBeside(text, picture, sheet)
  else showRead([text], read, [], sheet, true)
}

/** Texts around those of elements, and the buttons that are none. */
function showRead(
  before: readonly RichText[],
  read: readonly ReadElement[],
  behind: readonly RichText[],
  sheet: Sheet,
  accessory = false,
) {
  sheet.paragraph(joined([...before, ...read.map(({ text }) => text), ...behind], '\n'))
  showActions(
    read.filter(({ text }) => text.length === 0),
    sheet,
    accessory,
  )
}

function isPicture(element: Element | null) {
  return isObject(element?.value) && element.value['type'] === 'image'
}

function showBeside(text: RichText, picture: Members, sheet: Sheet) {
  if (text.length === 0) {
    sheet.paragraph(readPicture(picture))
    return
  }
  const { thumb, instead } = readThumb(picture)
  if (thumb) sheet.pictured(text, thumb)
  else sheet.paragraph(joined([text, instead], '\n'))
}

// Multi-line fields need a blank line between them.
function fieldsOf(fields: readonly RichText[]) {
  const long = fields.some((field) => field.some(({ text }) => text.includes('\n')))
  return joined(fields, long ? '\n\n' : '\n')
}

function showContext(context: Members, sheet: Sheet) {
  const elements = context
    .list('elements')
    .map((element) =>
      isPicture(element) ? readIcon(sheet.members(element, IMAGE)) : readText(element, sheet),
    )
  sheet.paragraph(joined(elements, ' '))
}

function showRow(row: Members, sheet: Sheet) {
  showElements(row.list('elements'), sheet)
}

function showInput(input: Members, sheet: Sheet) {
  const label = nameMember(input, 'label')
  const read = readElement(input.element('element'), sheet, label !== '')
  showRead([bold(label)], read, [textMember(input, 'hint', sheet)], sheet)
}

function bold(words: string): RichText {
  const [, text = ''] = words.trim() === '' ? [] : escapePieces(['', words.trim(), ''])
  return text === '' ? [] : [plain(`**${text}**`)]
}

/** Members of unknown blocks that contain visible text. */
const WORDS = memberNames(`
  text title subtitle label name description caption body message alt_text fallback hint value
  url image_url title_url
`)

/** A block of unknown type: all text that it contains, in order. */
export function showUnknown(block: Element, sheet: Sheet): void {
  const found: RichText[] = []
  find(block, sheet, found)
  const shown = found.length > 0 ? 'shown as text' : 'not supported'
  sheet.reading.add(block.path, `unknown block type: ${shown}`)
  for (const text of found) sheet.paragraph(text)
}

// Payloads are at most 80 levels deep.
function find(element: Element, sheet: Sheet, found: RichText[]) {
  const { value, path } = element
  sheet.reading.amounts.take('elements')
  if (Array.isArray(value)) {
    value.forEach((inner: unknown, index) => {
      find({ value: inner, path: `${path}[${index}]` }, sheet, found)
    })
  }
  if (!isObject(value)) return
  const { type, text, elements } = value
  if (type === 'rich_text' && Array.isArray(elements)) {
    found.push(readRichText(sheet.members(element, RICH_TEXT), sheet))
  } else if ((type === 'mrkdwn' || type === 'plain_text') && typeof text === 'string') {
    found.push(readText(element, sheet))
  } else {
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== 'string') find({ value: member, path: `${path}.${name}` }, sheet, found)
      else if (WORDS.has(name) && member !== '') found.push(escapedWords(member))
    }
  }
}

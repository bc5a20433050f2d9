import type { RichText } from '../../../model/message.js'
import { escapeText } from '../../../text/escape.js'
import { isObject } from '../../../model/json.js'
import { memberNames, type Element } from '../../payload/reading.js'
import { readRichText, RICH_TEXT } from './rich-text.js'
import { plain, type Sheet } from './sheet.js'
import { readText } from './text-objects.js'

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
function find(element: Element, sheet: Sheet, found: RichText[]): void {
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
      else if (WORDS.has(name) && member !== '') found.push([plain(escapeText(member))])
    }
  }
}

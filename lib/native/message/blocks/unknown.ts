import type { RichText } from '../../../model/message.js'
import { escapeText } from '../../../text/escape.js'
import { isObject } from '../../../model/json.js'
import { readRichText } from './rich-text.js'
import { plain, type Sheet } from './sheet.js'
import { readText } from './text-objects.js'
import { memberNames } from '../../payload/member-names.js'

/** Members of unknown blocks that contain visible text. */
const WORDS = memberNames(`
  text title subtitle label name description caption body message alt_text fallback hint value
  url image_url title_url
`)

/** A block of unknown type: all text that it contains, in order. */
export function showUnknown(value: unknown, path: string, sheet: Sheet): void {
  const found: RichText[] = []
  find(value, path, sheet, found)
  const shown = found.length > 0 ? 'shown as text' : 'not supported'
  sheet.reading.add(path, `unknown block type: ${shown}`)
  for (const text of found) sheet.paragraph(text)
}

// Payloads are at most 32 levels deep.
function find(value: unknown, path: string, sheet: Sheet, found: RichText[]): void {
  sheet.reading.amounts.take('elements')
  if (Array.isArray(value)) {
    value.forEach((element: unknown, index) => {
      find(element, `${path}[${index}]`, sheet, found)
    })
  }
  if (!isObject(value)) return
  const type = value['type']
  if (type === 'rich_text' && Array.isArray(value['elements'])) {
    found.push(readRichText(value, path, sheet))
    return
  }
  if ((type === 'mrkdwn' || type === 'plain_text') && typeof value['text'] === 'string') {
    found.push(readText(value, path, sheet))
    return
  }
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== 'string') find(member, `${path}.${name}`, sheet, found)
    else if (WORDS.has(name) && member !== '') found.push([plain(escapeText(member))])
  }
}

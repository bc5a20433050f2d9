import type { RichText } from '../../../model/message.js'
import { escapeText } from '../../../text/escape.js'
import { linkAround } from '../../../text/links.js'
import { onOneLine } from '../../../text/one-line.js'
import type { Element, Members } from '../../payload/reading.js'
import { plain, type Sheet } from './sheet.js'

const TEXT = new Set(['type', 'text', 'emoji', 'verbatim'])

/** A text object as Markdown, `[]` for none; `plain_text` is never scanned for markup. */
export function readText(element: Element | null, sheet: Sheet, inline = false): RichText {
  if (element === null) return []
  const members = sheet.members(element, TEXT)
  const text = members.string('text')
  const type = members.string('type')
  if (text === '') return []
  if (type === 'plain_text') {
    const emoji = members.get('emoji') === undefined || members.boolean('emoji')
    return [plain(escapeText(text, { emoji, inline }))]
  }
  if (type !== 'mrkdwn') members.warn('type', 'unknown type: read as mrkdwn')
  return sheet.translator.scanMrkdwn(text, members.boolean('verbatim'))
}

/** The text object that is a block's member. */
export function textMember(block: Members, name: string, sheet: Sheet): RichText {
  return readText(block.element(name), sheet)
}

/** The same on one line, for titles and cells. */
export function lineMember(block: Members, name: string, sheet: Sheet): RichText {
  return nodesOnOneLine(readText(block.element(name), sheet, true))
}

export function nodesOnOneLine(nodes: RichText): RichText {
  return nodes.map((node) => {
    const text = onOneLine(node.text)
    return text === node.text ? node : { ...node, text }
  })
}

/** The characters of a text object, for a name that is not Markdown. */
export function nameMember(block: Members, name: string): string {
  return onOneLine(block.inner(name, TEXT)?.string('text') ?? '')
}

/** A string member without Slack's markup, as Markdown. */
export function stringMember(block: Members, name: string, inline = false): RichText {
  const text = block.string(name)
  return text === '' ? [] : [plain(escapeText(text, { inline }))]
}

/** A link to a checked target, with a label that is plain text. */
export function linkTo(target: string, label: string, literal = false): RichText {
  const text = escapeText(onOneLine(label), { label: true, literal })
  return [{ kind: 'link', text: linkAround(target, text) }]
}

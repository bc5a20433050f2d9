import type { TextNode } from '../../../model/message.js'
import { writeDate } from '../../../text/dates.js'
import { endOfLine } from '../../../text/ends.js'
import { escapePieces, type EscapeOptions, escapeText } from '../../../text/escape.js'
import { type Amounts, memberNames, type Members } from '../../payload/reading.js'
import { BOLD, CODE, type Inline, ITALIC, STRIKE } from './styles.js'
import { linkMember } from './media.js'
import { linkTo, plain, type Sheet } from './sheet.js'

const ELEMENT = memberNames(`
  type text style url unsafe user_id usergroup_id channel_id team_id name unicode skin_tone
  timestamp format fallback range value timezone display_team_id
`)
const STYLE = memberNames('bold italic strike code highlight client_highlight underline unlink')
const BITS = [
  ['bold', BOLD],
  ['italic', ITALIC],
  ['strike', STRIKE],
  ['code', CODE],
] as const

/** A text as sent or a finished node. */
export type RawInline = Content & { readonly style: number }

/** The elements of a rich text section or quote. */
export function readInline(part: Members, sheet: Sheet): readonly RawInline[] {
  return part.each('elements', ELEMENT, (element) => ({
    ...contentOf(element, sheet),
    style: styleOf(element),
  }))
}

/** Only the characters, for preformatted text. */
export function charactersOf(raw: readonly RawInline[]): string {
  return raw.map((inline) => ('text' in inline ? inline.text : inline.node.text)).join('')
}

/**
 * Escapes all texts of a section together, because a mark in one text could pair with one in another.
 * Throws `body_too_large` for too many lines of code.
 */
export function escaped(
  raw: readonly RawInline[],
  amounts: Amounts,
  options: EscapeOptions = {},
): readonly Inline[] {
  const merged = mergeTexts(raw.flatMap((inline) => codeLines(inline, amounts)))
  const pieces: (string | null)[] = []
  merged.forEach((inline, index) => {
    const before = merged[index - 1]
    if (before && 'text' in before && 'text' in inline) pieces.push('')
    else if (index === 0 && inline.style !== 0) pieces.push('')
    pieces.push('text' in inline && (inline.style & CODE) === 0 ? inline.text : null)
    if (index === merged.length - 1 && inline.style !== 0) pieces.push('')
  })
  const written = escapePieces(pieces, options)
  let at = 0
  return merged.map((inline) => {
    if ('node' in inline) return inline
    if ((inline.style & CODE) !== 0) return { node: plain(inline.text), style: inline.style }
    while (!pieces[at]) at += 1
    const text = written[at] ?? ''
    at += 1
    return { node: plain(text), style: inline.style }
  })
}

// Each line of code becomes a span of its own.
function codeLines(inline: RawInline, amounts: Amounts): readonly RawInline[] {
  if (!('text' in inline) || (inline.style & CODE) === 0) return [inline]
  const { text: code } = inline
  for (let end = -1; end < code.length; end = endOfLine(code, end + 1)) {
    amounts.take('lines of code')
  }
  return code.split('\n').flatMap((text, index): RawInline[] => {
    const line = { text, style: inline.style }
    return index === 0 ? [line] : [{ text: '\n', style: 0 }, line]
  })
}

function mergeTexts(raw: readonly RawInline[]): readonly RawInline[] {
  const merged: RawInline[] = []
  let parts: string[] = []
  let style = 0
  const flush = () => {
    const text = parts.join('')
    if (text !== '') merged.push({ text, style })
    parts = []
  }
  for (const inline of raw) {
    // Two adjacent code spans would become one span that contains backticks.
    const bothCode = parts.length > 0 && (inline.style & style & CODE) !== 0
    if (!('text' in inline) || (inline.style !== style && !bothCode)) flush()
    if (!bothCode) style = inline.style
    if ('text' in inline) parts.push(inline.text)
    else merged.push(inline)
  }
  flush()
  return merged
}

type Content = { readonly text: string } | { readonly node: TextNode }

function contentOf(element: Members, sheet: Sheet): Content {
  switch (element.string('type')) {
    case 'text':
      return { text: element.string('text') }
    case 'link':
      return linkOf(element)
    case 'user':
      return { node: sheet.translator.mention(element.string('user_id')) }
    case 'usergroup':
      return { text: `@${element.string('usergroup_id')}` }
    case 'channel':
      return { text: `#${element.string('channel_id')}` }
    case 'team':
      return { text: element.string('team_id') }
    case 'emoji':
      return { node: plain(emojiOf(element)) }
    case 'date':
      return dateOf(element)
    case 'broadcast':
      return broadcastOf(element)
    case 'color':
      return { text: element.string('value') }
    default:
      sheet.reading.add(element.path, 'unknown element type: not supported')
      return {
        text: element.string('text') || element.string('name') || element.string('fallback'),
      }
  }
}

function linkOf(element: Members): Content {
  const url = linkMember(element, 'url')
  const text = element.string('text')
  if (url === '') return { text }
  if (text.trim() === '' && /^[^<>&]+$/.test(url) && !url.startsWith('/')) {
    return { node: { kind: 'link', text: `<${url}>` } }
  }
  return { node: linkTo(url, text.trim() === '' ? url : text) }
}

function emojiOf(element: Members) {
  const name = element.string('name')
  const tone = element.get('skin_tone')
  if (/^[\w+'-]+$/.test(name)) {
    return typeof tone === 'number' ? `:${name}::skin-tone-${tone}:` : `:${name}:`
  }
  const points = element
    .string('unicode')
    .slice(0, 100)
    .split('-')
    .map((hex) => parseInt(hex, 16))
  const known = points.every((point) => point > 0x1f && point <= 0x10ffff)
  if (!known) return escapeText(name)
  return points
    .map((point) => String.fromCodePoint(point))
    .join('')
    .toWellFormed()
}

function dateOf(element: Members): Content {
  const time = element.get('timestamp')
  if (time !== undefined && typeof time !== 'number' && typeof time !== 'string') {
    throw element.wrong('timestamp', 'a number of seconds')
  }
  const written = writeDate(String(time ?? ''), element.string('format') || '{date} at {time}')
  const text = written ?? element.string('fallback')
  const url = text.trim() === '' ? '' : linkMember(element, 'url')
  return url === '' ? { text } : { node: linkTo(url, text) }
}

function broadcastOf(element: Members): Content {
  const who = element.string('range')
  if (who === 'channel' || who === 'here' || who === 'all') {
    return { node: { kind: 'channelWide', text: `@${who}`, who } }
  }
  element.warn('range', 'unknown range: notifies nobody')
  return { text: `@${who}` }
}

function styleOf(element: Members) {
  const style = element.inner('style', STYLE)
  return style ? BITS.reduce((sum, [name, bit]) => sum + (style.boolean(name) ? bit : 0), 0) : 0
}

import type { TextNode } from '../../../model/message.js'
import { isAsciiMark, isSpace, isWord } from '../../../text/characters.js'
import { plain } from './sheet.js'

export const BOLD = 1
export const ITALIC = 2
export const STRIKE = 4
export const CODE = 8

/** A piece of a line: finished Markdown without its style, or a link, a mention or code. */
export interface Inline {
  readonly node: TextNode
  readonly style: number
}

const STYLES = [BOLD, STRIKE, ITALIC] as const
/** For each style, the style whose mark comes directly inside its own, so that no word is at the edge. */
const INSIDE: Readonly<Record<number, number>> = { [BOLD]: STRIKE, [STRIKE]: ITALIC }

type Side = 'start' | 'end'

/** An emoji code: it is shown as a picture only if no mark is inside. */
const EMOJI_CODE = /^:[\w+:'-]+:$/

/** Adds the marks of styles to a line, so that Markdown recognises where each style begins and ends. */
export function styled(line: readonly Inline[], before = '', after = '', from = 0): TextNode[] {
  const style = STYLES[from]
  const [only] = line
  if (from === 0 && only?.node.kind === 'text' && line.length === 1)
    return [plain(alone(only.node.text, only.style))]
  const isPlain = from === 0 && line.every((inline) => inline.style === 0)
  if (isPlain || style === undefined || line.length === 0) return line.map(({ node }) => node)
  const out: TextNode[] = []
  for (let at = 0; at < line.length;) {
    const has = hasStyle(line[at], style)
    let end = at + 1
    while (end < line.length && hasStyle(line[end], style) === has) end += 1
    const group = line.slice(at, end)
    const left = out.at(-1)?.text.at(-1) ?? before
    const next = line[end]
    // If the next group has the style, its mark comes first.
    const right = next && !has ? '*' : (next?.node.text.charAt(0) ?? after)
    if (has) wrap(out, group, { left, right, style, from })
    else push(out, styled(group, left, right, from + 1))
    at = end
  }
  return out
}

/** A whole line in one style, where adjacent text does not matter. */
export function alone(text: string, style: number): string {
  if (style === 0) return text
  const trimmed = text.trim()
  if (trimmed === '') return text
  const start = text.length - text.trimStart().length
  const marked = marksAround(trimmed, style)
  return text.slice(0, start) + marked + text.slice(start + trimmed.length)
}

function marksAround(text: string, style: number) {
  const italic = (style & ITALIC) !== 0 ? `_${text}_` : text
  const struck = (style & STRIKE) !== 0 ? `~~${italic}~~` : italic
  return (style & BOLD) !== 0 ? `**${struck}**` : struck
}

interface Place {
  readonly left: string
  readonly right: string
  readonly style: number
  readonly from: number
}

function wrap(out: TextNode[], group: readonly Inline[], place: Place) {
  const { left, right, style, from } = place
  const { taken: before, rest } = takeOutside(group, left, style, 'start')
  const { taken: after, rest: inner } = takeOutside(rest, right, style, 'end')
  push(out, styled(before, left, '', from + 1))
  if (inner.length > 0) {
    const start = before.at(-1)?.node.text.at(-1) ?? left
    const end = after[0]?.node.text.charAt(0) ?? right
    const mark = markOf(style, start, end)
    push(out, [plain(mark)])
    const [first, last] = [start, end].map((c) => (joinsWords(c) ? c : mark))
    push(out, styled(inner, first, last, from + 1))
    push(out, [plain(mark)])
  }
  push(out, styled(after, '', right, from + 1))
}

// Markdown does not accept a mark with a space on its inner side, or with a word outside but none
// inside.
function takeOutside(group: readonly Inline[], outside: string, style: number, side: Side) {
  const fromEdge = side === 'start' ? group : group.toReversed()
  const taken: Inline[] = []
  let left: Inline | null = null
  let neighbour = outside
  for (const edge of fromEdge) {
    const { text, kind } = edge.node
    const marked = (edge.style & (INSIDE[style] ?? 0)) !== 0
    const nearest = (side === 'start' ? text.charAt(0) : text.at(-1)) ?? ''
    const isWhole = kind !== 'text' || EMOJI_CODE.test(text)
    const count =
      !isWhole && (!marked || !joinsWords(neighbour) || isSpace(nearest))
        ? outsideIn(text, neighbour, side)
        : wholeNode(text, nearest, neighbour, marked)
    if (count === 0) break
    const [piece, rest] = divide(edge, count, side)
    taken.push(piece)
    neighbour = (side === 'start' ? piece.node.text.at(-1) : piece.node.text.charAt(0)) ?? ''
    if (count < text.length) {
      left = rest
      break
    }
  }
  const untouched = fromEdge.slice(taken.length)
  const rest = left ? [left, ...untouched] : untouched
  return side === 'start' ? { taken, rest } : { taken: taken.toReversed(), rest: rest.toReversed() }
}

function divide(inline: Inline, count: number, side: Side): readonly [Inline, Inline] {
  const { length } = inline.node.text
  return side === 'start'
    ? [cut(inline, 0, count), cut(inline, count, length)]
    : [cut(inline, length - count, length), cut(inline, 0, length - count)]
}

function outsideIn(text: string, outside: string, side: Side) {
  let neighbour = outside
  let count = 0
  while (count < text.length) {
    const at = side === 'start' ? count : text.length - 1 - count
    const c = text.charAt(at)
    if (!isSpace(c) && (!joinsWords(neighbour) || isWord(c))) break
    // A backslash stays with the character it escapes.
    const isEscape = side === 'start' ? c === '\\' : text.charAt(at - 1) === '\\' && isAsciiMark(c)
    count += isEscape ? 2 : 1
    neighbour = c
  }
  return Math.min(count, text.length)
}

function wholeNode(text: string, nearest: string, neighbour: string, marked: boolean) {
  return joinsWords(neighbour) && (marked || !isWord(nearest)) ? text.length : 0
}

function joinsWords(c: string) {
  return c !== '' && !isSpace(c) && !isAsciiMark(c)
}

function markOf(style: number, before: string, after: string): string {
  if (style === BOLD) return '**'
  if (style === STRIKE) return '~~'
  if (!joinsWords(before) && !joinsWords(after)) return '_'
  // Inside a word only asterisks work, but next to other asterisks they would merge with them.
  return before === '*' || after === '*' ? '' : '*'
}

function cut({ node, style }: Inline, start: number, end: number): Inline {
  return { node: { ...node, text: node.text.slice(start, end) }, style }
}

function hasStyle(inline: Inline | undefined, style: number) {
  return inline !== undefined && (inline.style & style) !== 0
}

function push(out: TextNode[], nodes: readonly TextNode[]) {
  for (const node of nodes) if (node.text !== '') out.push(node)
}

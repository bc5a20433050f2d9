import type { TextNode } from '../../model/message.js'
import { plain } from './sheet.js'

export const BOLD = 1
export const ITALIC = 2
export const STRIKE = 4
export const CODE = 8

/** A piece of a line: finished Markdown without its style, or a link, a mention, code. */
export interface Inline {
  readonly node: TextNode
  readonly style: number
}

const STYLES = [BOLD, STRIKE, ITALIC] as const
const WORD = /[\p{L}\p{N}_]/u

/** One line with its styles put around what has them, so that Markdown sees where each begins and ends. */
export function styled(line: readonly Inline[], before = '', after = '', from = 0): TextNode[] {
  const style = STYLES[from]
  if (style === undefined || line.length === 0) return line.map(({ node }) => node)
  const out: TextNode[] = []
  for (let at = 0; at < line.length;) {
    const has = hasStyle(line[at], style)
    let end = at + 1
    while (end < line.length && hasStyle(line[end], style) === has) end += 1
    const group = line.slice(at, end)
    const left = out.at(-1)?.text.at(-1) ?? before
    const right = line[end]?.node.text.charAt(0) ?? after
    if (has) wrap(out, group, { left, right, style, from })
    else push(out, styled(group, left, right, from + 1))
    at = end
  }
  return out
}

interface Place {
  readonly left: string
  readonly right: string
  readonly style: number
  readonly from: number
}

// Marks that stand between a word and punctuation or a space would be shown: both stay outside.
function wrap(out: TextNode[], group: readonly Inline[], place: Place): void {
  const { style, from } = place
  const [first, last] = [group[0], group.at(-1)]
  if (!first || !last) return
  const start = first.node.kind === 'text' ? leading(first.node.text, WORD.test(place.left)) : 0
  const end = last.node.kind === 'text' ? trailing(last.node.text, WORD.test(place.right)) : 0
  const inner = [...group]
  if (start > 0) inner[0] = cut(first, start, first.node.text.length)
  const ending = inner[inner.length - 1]
  const kept = ending ? ending.node.text.length - end : 0
  if (ending && end > 0) inner[inner.length - 1] = cut(ending, 0, Math.max(0, kept))
  if (inner.every(({ node }) => node.text === '')) {
    push(out, styled(group, place.left, place.right, from + 1))
    return
  }
  const [left, right] = [start > 0 ? ' ' : place.left, end > 0 ? ' ' : place.right]
  const mark = markOf(style, WORD.test(left) || WORD.test(right))
  push(out, [plain(first.node.text.slice(0, start)), plain(mark)])
  push(out, styled(inner, mark, mark, from + 1))
  push(out, [plain(mark), plain(end > 0 ? last.node.text.slice(-end) : '')])
}

function markOf(style: number, insideWord: boolean): string {
  if (style === BOLD) return '**'
  if (style === STRIKE) return '~~'
  return insideWord ? '*' : '_'
}

function cut({ node, style }: Inline, start: number, end: number): Inline {
  return { node: { ...node, text: node.text.slice(start, end) }, style }
}

function hasStyle(inline: Inline | undefined, style: number): boolean {
  return inline !== undefined && (inline.style & style) !== 0
}

function leading(text: string, marksToo: boolean): number {
  let at = 0
  while (at < text.length && staysOutside(text.charAt(at), marksToo)) at += 1
  return at
}

function trailing(text: string, marksToo: boolean): number {
  let at = text.length
  while (at > 0 && staysOutside(text.charAt(at - 1), marksToo)) at -= 1
  // A backslash belongs to the mark after it.
  if (at > 0 && at < text.length && text.charAt(at - 1) === '\\') at -= 1
  return text.length - at
}

function staysOutside(c: string, marksToo: boolean): boolean {
  return /\s/.test(c) || (marksToo && /[!-/:-@[-`{-~]/.test(c))
}

function push(out: TextNode[], nodes: readonly TextNode[]): void {
  for (const node of nodes) if (node.text !== '') out.push(node)
}

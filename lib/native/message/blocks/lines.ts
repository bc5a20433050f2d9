import type { RichText } from '../../../model/message.js'
import { endOfRun } from '../../../text/ends.js'
import { beforeLink } from '../../../text/links.js'
import type { Amounts } from '../../payload/reading.js'
import { plain } from './sheet.js'
import { alone, CODE, type Inline, styled } from './styles.js'

const NOTHING: RichText = []

/** The lines as Markdown. Throws `body_too_large` for too many. */
export function linesOf(inlines: readonly Inline[], amounts: Amounts): readonly RichText[] {
  const lines: RichText[] = []
  let line: Inline[] = []
  for (const inline of inlines) {
    if (inline.node.kind !== 'text') {
      line.push(inline)
      continue
    }
    const { style } = inline
    const { text } = inline.node
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      amounts.take('lines')
      const piece = text.slice(start, end)
      if (line.length === 0) lines.push(piece === '' ? NOTHING : [plain(alone(piece, style))])
      else {
        if (piece !== '') line.push({ node: plain(piece), style })
        lines.push(lineOf(line))
        line = []
      }
      start = end + 1
    }
    if (start < text.length) line.push({ node: plain(text.slice(start)), style })
  }
  amounts.take('lines')
  lines.push(lineOf(line))
  return lines
}

function lineOf(line: readonly Inline[]) {
  return line.length === 0 ? NOTHING : withoutPictures(styled(line.map(asCode)))
}

function withoutPictures(line: RichText) {
  if (line.length === 1) return line
  return line.map((node, index) => {
    const after = line[index + 1]
    const isBeforeLink = node.kind === 'text' && after?.kind === 'link'
    return isBeforeLink ? plain(beforeLink(node.text, after.text)) : node
  })
}

function asCode(inline: Inline): Inline {
  const { node, style } = inline
  if ((style & CODE) === 0 || node.kind !== 'text') return inline
  return { style, node: { kind: 'code', text: codeSpan(node.text), fence: null } }
}

function codeSpan(text: string) {
  const fence = '`'.repeat(longestRun(text, '`') + 1)
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${pad}${text}${pad}${fence}`
}

/** The length of the longest run of a character. */
export function longestRun(text: string, c: string): number {
  let longest = 0
  for (let end = 0, at = text.indexOf(c); at !== -1; at = text.indexOf(c, end)) {
    end = endOfRun(text, at)
    longest = Math.max(longest, end - at)
  }
  return longest
}

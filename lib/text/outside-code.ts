import { CodeSpans, fenceAt } from './code-spans.js'

/** Changes what is between spans and blocks of code. */
export function outsideCode(text: string, change: (part: string) => string): string {
  if (!text.includes('`') && !text.includes('~~~')) return change(text)
  const code = new CodeSpans(text)
  const parts: string[] = []
  let from = 0
  const keep = (start: number, end: number): number => {
    parts.push(change(text.slice(from, start)), text.slice(start, end))
    from = end
    return end
  }
  let at = 0
  let isLineStart = true
  while (at < text.length) {
    const block = isLineStart ? fenceAt(text, at) : null
    const c = text.charAt(at)
    isLineStart = c === '\n'
    if (block) {
      at = keep(at, block.end)
      isLineStart = true
    } else if (c === '`') {
      const { end, closed } = code.endOf(at)
      at = closed ? keep(at, end) : end
    } else at += c === '\\' ? 2 : 1
  }
  parts.push(change(text.slice(from)))
  return parts.join('')
}

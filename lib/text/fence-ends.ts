import { fenceAt } from './code-spans.js'

/** A text whose last code block is closed, so that it takes in nothing that is written below it. */
export function withFencesClosed(text: string): string {
  let at = 0
  while (at < text.length) {
    const block = fenceAt(text, at)
    if (block && block.end === text.length && block.fence.closing === '') {
      return `${text}${text.endsWith('\n') ? '' : '\n'}${block.fence.marker}`
    }
    const lineEnd = text.indexOf('\n', block ? block.end : at)
    if (lineEnd === -1) return text
    at = lineEnd + 1
  }
  return text
}

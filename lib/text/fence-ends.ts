import { fenceAt } from './code-spans.js'
import { endOfLine, withLastLine } from './ends.js'

/** A text whose last code block is closed, so that it takes in nothing that is written below it. */
export function withFencesClosed(text: string): string {
  let at = 0
  while (at < text.length) {
    const block = fenceAt(text, at)
    if (block && block.end === text.length && block.fence.closing === '') {
      return withLastLine(text, block.fence.marker)
    }
    at = endOfLine(text, block ? block.end : at) + 1
  }
  return text
}

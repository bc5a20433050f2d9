import { advance, countCodePoints } from '../../text/code-points.js'
import type { Reading } from './reading.js'

/** A text of at most so many characters; a longer one ends with an ellipsis, and causes a warning. */
export function shortened(text: string, most: number, path: string, reading: Reading): string {
  if (text.length <= most || countCodePoints(text) <= most) return text
  reading.add(path, `shortened to ${most} characters`)
  return `${text.slice(0, advance(text, 0, most - 1))}…`
}

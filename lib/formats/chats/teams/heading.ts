import { plainText } from '../../../text/plain-text.js'
import { bold, markdown, type Text } from '../../kit.js'

/** A line that stands out: in bold, unless it has marks of its own, which then count. */
export function heading(text: string): Text {
  const line = text.trim()
  return plainText(line) === line ? bold(line) : markdown(line)
}

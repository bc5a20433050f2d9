import { cleanText } from '../formats/drafts/clean.js'
import { attachmentsOf, isJsonObject } from '../model/json.js'
import { advance } from '../text/code-points.js'
import { plainText } from '../text/plain-text.js'
import type { ComposedPost } from './compose.js'

/** Characters of a title, and of the text that it is taken from. */
export const LONGEST_INCIDENT_TITLE = 200
const READ = 2_000

/** Who is to look comes before what is said. The name of a package has a slash. */
export const CALL = /^@[^\s@/]{1,128}(?:\s+|$)/

/** The first line of a message, as plain text. */
export function incidentTitle({ message, props }: Pick<ComposedPost, 'message' | 'props'>): string {
  const [first] = attachmentsOf(props)
  const shown = isJsonObject(first) ? first : {}
  const said = message.replace(CALL, '')
  const texts = [said, shown['title'], shown['pretext'], shown['text'], shown['fallback'], message]
  const isPlain = props['webhook_plain_text'] === true
  const lines = texts.map((text) => (typeof text === 'string' ? firstLine(text, isPlain) : ''))
  return shortLine(lines.find((line) => line !== '') ?? '', LONGEST_INCIDENT_TITLE)
}

/** At most so many characters of a text, on one line, and none that changes how the others are shown. */
export function shortLine(text: string, longest: number): string {
  const read = cleanText(text.slice(0, READ)).replace(/\s+/g, ' ').trim()
  return read.slice(0, advance(read, 0, longest))
}

/** The marks of a quotation. */
const QUOTED = /^(?:> ?)+/

function firstLine(text: string, isPlain: boolean): string {
  const read = text.slice(0, READ)
  // Labels say enough.
  const lines = (isPlain ? read : plainText(read)).replace(/ \(https?:[^\s()]*\)/g, '').split('\n')
  return lines.map((line) => line.trim().replace(QUOTED, '')).find((line) => line !== '') ?? ''
}

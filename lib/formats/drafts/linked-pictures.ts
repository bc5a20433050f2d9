import { fenceAt, outsideCode } from '../../text/code-spans.js'

/** What a renderer needs for a picture behind `![`. */
const ENDS = ['](', '][', ']:']
/** A longer marker is a fence to renderers, and none to `fenceAt`. */
const LONG_MARKER = /`{101}|~{101}/
const FENCES = '`~'

/**
 * Markdown whose pictures are links: whoever wrote it must not make readers' browsers load anything.
 * Also in code, unless it is a block that surely is one: what looks like code may be a part of a
 * table, a list or a quote, which end it earlier.
 */
export function linkedPictures(text: string): string {
  if (!text.includes('![') || !ENDS.some((end) => text.includes(end))) return text
  if (LONG_MARKER.test(text)) return withoutPictures(text)
  const parts: string[] = []
  let from = 0
  for (let line = 0; line < text.length;) {
    // Without an indentation, it ends all lists and quotes.
    const block = FENCES.includes(text.charAt(line)) ? fenceAt(text, line) : null
    if (block) {
      parts.push(withoutPictures(text.slice(from, line)), text.slice(line, block.end))
      from = block.end
    }
    const end = text.indexOf('\n', block?.end ?? line)
    line = end === -1 ? text.length : end + 1
  }
  parts.push(withoutPictures(text.slice(from)))
  return parts.join('')
}

function withoutPictures(text: string): string {
  return hasSureCode(text) ? outsideCode(text, linkedPicturesInLine) : linkedPicturesInLine(text)
}

/** Whether code within this text is code to all renderers: nothing else can take its backticks. */
function hasSureCode(text: string): boolean {
  let isSure = text.includes('`') && !/[<|\n]/.test(text)
  if (isSure) {
    outsideCode(text, (part) => {
      isSure &&= !part.includes('](')
      return part
    })
  }
  return isSure
}

/** The same for a part of a line, in code too: where it stands decides what is code. */
export function linkedPicturesInLine(text: string): string {
  return text.replace(/\\[^]|!+/g, (found, at: number) => {
    const isBefore = text.charAt(at + found.length) === '['
    if (!isBefore || found.startsWith('\\')) return found
    return found.length === 1 ? '' : `${found.slice(2)}\\!`
  })
}

/** Changes to a character when its text is written; 0 for none. */
export const ESCAPED = 1
export const WIDENED = 2
export const DOUBLED = 3

const BACKSLASH = 0x5c
const NO_BREAK_SPACE = 0xa0
const BEYOND_LATIN_1 = /[^\0-\xff]/

// Into a buffer, as hundreds of thousands of joined strings cost the collector more than the scan:
// a plain text of 100 kB takes a fifth longer from body to post when pieces are joined.
/** A part of a text with its marks carried out. */
export function written(text: string, marks: Uint8Array, start: number, end: number): string {
  const most = 2 * (end - start)
  const wide = BEYOND_LATIN_1.test(text.slice(start, end))
  const units = wide ? new Uint16Array(most) : new Uint8Array(most)
  let length = 0
  for (let at = start; at < end; at += 1) {
    const mark = marks[at]
    const code = text.charCodeAt(at)
    if (mark === ESCAPED) units[length++] = BACKSLASH
    else if (mark === DOUBLED) units[length++] = code
    units[length++] = mark === WIDENED ? NO_BREAK_SPACE : code
  }
  return wide
    ? Buffer.from(units.buffer, 0, 2 * length).toString('utf16le')
    : Buffer.from(units.buffer, 0, length).toString('latin1')
}

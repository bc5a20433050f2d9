/** Changes to a character when its text is written. */
export const PLAIN = 0
export const ESCAPED = 1
export const WIDENED = 2
export const DOUBLED = 3

const BACKSLASH = 0x5c
const NO_BREAK_SPACE = 0xa0
const BEYOND_LATIN_1 = /[^\0-\xff]/
const SHORT = 200

/** A part of a text with its changes applied. */
export function written(text: string, marks: Uint8Array, start: number, end: number): string {
  return end - start > SHORT ? inBuffer(text, marks, start, end) : inString(text, marks, start, end)
}

function inString(text: string, marks: Uint8Array, start: number, end: number): string {
  let out = ''
  let copied = start
  for (let at = start; at < end; at += 1) {
    const mark = marks[at]
    if (mark === PLAIN) continue
    out += text.slice(copied, at)
    copied = at
    if (mark === ESCAPED) out += '\\'
    else if (mark === DOUBLED) out += text.charAt(at)
    else {
      out += '\u00a0'
      copied = at + 1
    }
  }
  return out + text.slice(copied, end)
}

// Joining hundreds of thousands of strings would cost more in garbage collection than the whole scan.
function inBuffer(text: string, marks: Uint8Array, start: number, end: number): string {
  const most = 2 * (end - start)
  const wide = BEYOND_LATIN_1.test(text)
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

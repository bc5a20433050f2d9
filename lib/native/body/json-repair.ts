/** A text with common mistakes of senders repaired. */
export interface Repaired {
  readonly text: string
  /** Descriptions of the repairs. */
  readonly repairs: readonly string[]
}

/** The JSON escapes of the first 32 characters. */
const ESCAPES = Array.from(
  { length: 0x20 },
  (_, code) => `\\u00${code.toString(16).padStart(2, '0')}`,
)
const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d])
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Escapes control characters inside strings and removes commas before a closing brace or bracket, in
 * one pass. Null if there are none. The result may still be invalid JSON.
 */
export function repairJson(text: string): Repaired | null {
  const pieces: string[] = []
  let copied = 0
  let inString = false
  let controls = false
  let commas = false
  let before = 0
  let last = 0
  let lastAt = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (inString) {
      if (code === QUOTE) inString = false
      else if (code === BACKSLASH) i += 1
      else if (code < 0x20) {
        controls = true
        pieces.push(text.slice(copied, i), ESCAPES[code] ?? '')
        copied = i + 1
      }
      continue
    }
    if (SPACE.has(code)) continue
    if (code === QUOTE) inString = true
    // A comma without an element before it is not removed: `[,]` stays an error.
    else if (CLOSING.has(code) && last === COMMA && !OPENING.has(before)) {
      commas = true
      pieces.push(text.slice(copied, lastAt))
      copied = lastAt + 1
    }
    before = last
    last = code
    lastAt = i
  }
  if (!controls && !commas) return null
  pieces.push(text.slice(copied))
  const repairs: string[] = []
  if (controls) repairs.push('raw control characters inside strings were escaped')
  if (commas) repairs.push('commas before a closing brace or bracket were dropped')
  return { text: pieces.join(''), repairs }
}

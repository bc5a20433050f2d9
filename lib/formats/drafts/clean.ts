import { isWebUrl } from '../../text/links.js'
import { onOneLine } from '../../text/one-line.js'

const TERMINAL_COLORS = /\u001b\[[\d;]{0,32}[A-Za-z]/g
/** Control characters, those that turn the direction of what follows, and what stands for nothing. */
const UNSAFE = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffc]/g

/** A text without characters that would change how the rest of it is shown. */
export function cleanText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return lines.replace(TERMINAL_COLORS, '').replace(UNSAFE, '').toWellFormed()
}

/** The same on one line, without space around it. */
export function cleanLine(text: string): string {
  return onOneLine(cleanText(text).trim())
}

/** Characters of an address that is kept, which browsers and servers take. */
export const LONGEST_ADDRESS = 2_048

/** Whether an address is one of the web, and not longer than messages may be. */
export function isKeptAddress(url: string): boolean {
  return url.length <= LONGEST_ADDRESS && isWebUrl(url)
}

/** An address whose characters that would change how it is shown are percent-encoded. */
export function cleanAddress(url: string): string {
  return url.replace(UNSAFE, encodeURIComponent)
}

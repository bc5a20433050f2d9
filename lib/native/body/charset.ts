import { isAscii as holdsAscii, isUtf8 as holdsUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { WebhookError } from '../../model/errors.js'
import type { Reading } from '../payload/reading.js'

const REPLACED = 'bytes that are invalid in this charset were replaced with U+FFFD'
const GUESSED = 'not UTF-8: read as windows-1252; set the charset in Content-Type'
/** The warning for bytes that are read as labelled although the label looks wrong. */
export const MISNAMED = 'read as windows-1252, as labelled, but it looks like UTF-8'

/** Names for UTF-8 from databases, Python and Windows, without punctuation. */
const UTF_8_NAMES = new Set(['utf8', 'utf8mb3', 'utf8mb4', 'utf8sig', 'cp65001'])
/** The last one is the charset name of the C locale. */
const ASCII_NAMES = new Set(['us-ascii', 'ascii', 'ansi_x3.4-1968'])

/** The characters of windows-1252 from 0x80 to 0x9f; five of them are unassigned. */
const WINDOWS_1252 =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

/**
 * The charset of a label, in lower case: `utf-8` for all spellings of UTF-8, and `''` for ASCII, because
 * such a label says nothing about other bytes.
 */
export function charsetNamed(label: string): string {
  const name = label.toLowerCase()
  if (ASCII_NAMES.has(name)) return ''
  return UTF_8_NAMES.has(name.replace(/[^a-z0-9]/g, '')) ? 'utf-8' : name
}

export function isUtf8(charset: string): boolean {
  return charset === '' || charset === 'utf-8'
}

/**
 * The text of a body: in the charset named, else by a UTF-16 byte-order mark, else UTF-8, else
 * windows-1252 (docs/contract.md, Bodies). Guesses and replaced bytes are warnings at `path`. Throws
 * for an unknown charset.
 */
export function decodeText(
  bytes: Uint8Array,
  charset: string,
  reading: Reading,
  path = '',
): string {
  const utf16 = charset === '' || charset === 'utf-16' ? utf16By(bytes) : null
  if (utf16 !== null) return decodeNamed(bytes, utf16, reading, path)
  if (isUtf8(charset)) return decodeUtf8(bytes, charset, reading, path)
  // The named charset is used all the same: it may be right.
  if (isMisnamed(bytes, charset)) reading.add(path, MISNAMED)
  return decodeNamed(bytes, charset, reading, path)
}

function decodeUtf8(bytes: Uint8Array, charset: string, reading: Reading, path: string) {
  const text = bufferOf(bytes).toString('utf8')
  // Nearly every body returns here: without U+FFFD, all bytes were valid UTF-8.
  if (!text.includes('\ufffd')) return text
  return charsetOf(bytes, charset, reading, path) === 'utf-8' ? text : decodeWindows1252(bytes)
}

/**
 * The charset of bytes that should be UTF-8: windows-1252 if no `charset` is named, they are not
 * UTF-8 and contain no multi-byte character. Guesses and replaced bytes are warnings.
 */
export function charsetOf(
  bytes: Uint8Array,
  charset: string,
  reading: Reading,
  path = '',
): 'utf-8' | 'windows-1252' {
  if (holdsUtf8(bytes)) return 'utf-8'
  const guessed = charset === '' && !holdsCharacters(bytes)
  reading.add(path, guessed ? GUESSED : REPLACED)
  return guessed ? 'windows-1252' : 'utf-8'
}

// Beyond ASCII. A character that was sent as U+FFFD looks like a replaced byte.
function holdsCharacters(bytes: Uint8Array) {
  const buffer = bufferOf(bytes)
  return /[^\0-\x7f\ufffd]/.test(buffer.toString('utf8')) || buffer.includes('\ufffd')
}

/**
 * Whether bytes that are labelled as windows-1252 are non-ASCII UTF-8. Read as labelled, they would
 * become pairs of letters such as `Ã¼`.
 */
export function isMisnamed(bytes: Uint8Array, charset: string): boolean {
  return decoderOf(charset).encoding === 'windows-1252' && holdsUtf8(bytes) && !holdsAscii(bytes)
}

/** The text of bytes in a charset that is not UTF-8. */
export function decodeNamed(
  bytes: Uint8Array,
  charset: string,
  reading: Reading,
  path = '',
): string {
  const decoder = decoderOf(charset)
  // Some versions of Node decode this as ISO-8859-1, where quotes and dashes are control characters.
  if (decoder.encoding === 'windows-1252') return decodeWindows1252(bytes)
  const text = decoder.decode(bytes)
  if (text.includes('\ufffd')) reading.add(path, REPLACED)
  return text
}

/** Whether text in a named charset can be read. */
export function isKnown(charset: string): boolean {
  try {
    decoderOf(charset)
    return true
  } catch {
    return false
  }
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset)
  } catch (cause) {
    throw new WebhookError('unsupported_encoding', { detail: 'unknown charset', cause })
  }
}

function decodeWindows1252(bytes: Uint8Array) {
  return bufferOf(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (c) => WINDOWS_1252.charAt(c.charCodeAt(0) - 0x80))
}

function utf16By(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

function bufferOf(bytes: Uint8Array) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Some editors and languages write one at the start of each text. */
export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text
}

/**
 * The bytes of a text in Latin-1, where `escapes` finds what stands for others: for the byte of the two
 * hexadecimal digits in its group, else for none.
 */
export function bytesWithin(latin1: string, escapes: RegExp): Buffer {
  const bytes = latin1.replace(escapes, (_, hex: string | undefined) =>
    hex === undefined ? '' : String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

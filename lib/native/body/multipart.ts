import { MAX_PART_HEADER } from '../../model/limits.js'
import { endOfLine } from '../../text/ends.js'
import type { Amounts, Reading } from '../payload/reading.js'
import {
  bytesWithin,
  charsetNamed,
  decodeText,
  isKnown,
  isMisnamed,
  withoutByteOrderMark,
} from './charset.js'
import type { FormFields } from './fields.js'
import { type MediaType, readParameters } from './media-type.js'

/** One part of a multipart form. */
export interface Part {
  /** The bytes of the name; empty if the part has no name. */
  readonly name: Uint8Array
  /** The bytes of the name of a file; empty for other parts. */
  readonly fileName: Uint8Array
  /** The charset that the part names for its body; `''` without one. */
  readonly charset: string
  readonly body: Uint8Array
}

const LF = 0x0a
const CR = 0x0d
const DASH = 0x2d
/** What may stand behind a boundary on its line. */
const BEHIND_BOUNDARY = /(--)?[ \t]*\r?(?:\n|$)/y
const EMPTY_LINE = /(?:^|\n)\r?\n/
/** RFC 2046 allows 70 characters. */
const MAX_UNNAMED_BOUNDARY = 256

/** Whether a body begins like a multipart form, after line ends that some senders write first. */
export function beginsAsMultipart(bytes: Uint8Array): boolean {
  const start = behindLineEnds(bytes)
  return bytes[start] === DASH && bytes[start + 1] === DASH
}

/**
 * The parts of a multipart form, in one pass, or what it lacks to be a complete form. The bytes
 * decide: a named boundary counts only if they contain it, also after a preamble. Otherwise the first
 * line is the boundary, whatever the label says. Lines end with CRLF or LF.
 */
export function readParts(bytes: Uint8Array, label: MediaType, amounts: Amounts) {
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // A character is a byte.
  const text = form.toString('latin1')
  const start = behindLineEnds(form)
  const boundary = named(text, start, label) ?? onFirstLine(text, start)
  if (boundary === null) return 'no boundary line'
  const parts: Part[] = []
  let open = nextDelimiter(text, boundary, start)
  while (open !== null && !open.closes) {
    amounts.take('form fields')
    const next = nextDelimiter(text, boundary, open.end)
    if (next === null) return 'the closing boundary is missing'
    const part = readPart(form, text.slice(open.end, next.start), open.end)
    if (part === null) return 'the headers of a part do not end'
    parts.push(part)
    open = next
  }
  return open === null ? 'no boundary line' : parts
}

/** Decodes names and values: each value in the charset of its part, else in that of the form. */
export function fieldsOf(parts: readonly Part[], charset: string, reading: Reading): FormFields {
  // Names are between ASCII characters, so they cannot be UTF-16.
  const ofNames = charset.startsWith('utf-16') ? '' : charset
  return parts.flatMap((part): FormFields => {
    if (part.name.length === 0) {
      reading.add('', 'a part of the form has no name and was left out')
      return []
    }
    const name = decodeText(part.name, ofNames, reading)
    const used = charsetOfPart(part, name, charset, reading)
    const value = withoutByteOrderMark(decodeText(part.body, used, reading, name))
    if (part.fileName.length === 0) return [[name, value]]
    return [[name, value, decodeText(part.fileName, ofNames, reading)]]
  })
}

// Other servers read parts as UTF-8 whatever charset they name, so wrong names are common.
function charsetOfPart(part: Part, name: string, charset: string, reading: Reading) {
  if (part.charset === '') return charset
  if (!isKnown(part.charset)) {
    reading.add(name, 'this part names an unknown charset; it was read as if it named none')
    return charset
  }
  if (!isMisnamed(part.body, part.charset)) return part.charset
  reading.add(name, 'this part names another charset but is UTF-8, and was read as UTF-8')
  return 'utf-8'
}

function behindLineEnds(bytes: Uint8Array) {
  let at = 0
  while (bytes[at] === CR || bytes[at] === LF) at += 1
  return at
}

/** `--` and the boundary of the label, if the form contains it. */
function named(text: string, start: number, { essence, boundary }: MediaType) {
  if (boundary === '' || !essence.startsWith('multipart/')) return null
  const dashed = `--${boundary}`
  return nextDelimiter(text, dashed, start) && dashed
}

function onFirstLine(text: string, start: number) {
  const [line = ''] = text.slice(start, start + MAX_UNNAMED_BOUNDARY).split('\n', 1)
  const dashed = line.trimEnd()
  return dashed.startsWith('--') && dashed.length > 2 ? dashed : null
}

/** The first line that separates parts, at or after that which begins at `from`; `closes`: it is the last. */
function nextDelimiter(text: string, boundary: string, from: number) {
  // A boundary contains no line end, so each line is compared at most to its own end.
  for (let start = from; start < text.length; start = endOfLine(text, start) + 1) {
    if (text.charCodeAt(start) !== DASH || !text.startsWith(boundary, start)) continue
    BEHIND_BOUNDARY.lastIndex = start + boundary.length
    const behind = BEHIND_BOUNDARY.exec(text)
    if (behind) return { start, end: BEHIND_BOUNDARY.lastIndex, closes: behind[1] !== undefined }
  }
  return null
}

/** The part with this text, which begins at `start` of the form; null if its headers do not end. */
function readPart(form: Buffer, text: string, start: number): Part | null {
  const empty = EMPTY_LINE.exec(text.slice(0, MAX_PART_HEADER + 1))
  if (empty === null) return null
  const headers = readHeaders(text.slice(0, empty.index))
  const bodyEnd = text.length - (text.endsWith('\r\n') ? 2 : 1)
  const body = form.subarray(start + empty.index + empty[0].length, start + bodyEnd)
  const { parameters: disposition } = readParameters(headers.get('content-disposition') ?? '')
  const { parameters: type } = readParameters(headers.get('content-type') ?? '')
  return {
    name: Buffer.from(disposition.get('name') ?? '', 'latin1'),
    fileName: Buffer.from(disposition.get('filename') ?? '', 'latin1'),
    charset: charsetNamed(type.get('charset') ?? ''),
    body: decodeTransfer(body, headers.get('content-transfer-encoding') ?? ''),
  }
}

/** By lower-case name. Folded lines belong to the previous one. */
function readHeaders(block: string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of block.replace(/\r?\n(?=[ \t])/g, '').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

/** A byte, or a line end that is only there because lines are short. */
const QUOTED_PRINTABLE = /=(?:\r?\n|([\da-f]{2}))/gi

/**
 * Decodes a part by its Content-Transfer-Encoding, which forms should not use but e-mail libraries do.
 * With any other encoding, the bytes are unchanged.
 */
export function decodeTransfer(body: Buffer, encoding: string): Buffer {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body.toString('latin1'), 'base64')
    case 'quoted-printable':
      return bytesWithin(body.toString('latin1'), QUOTED_PRINTABLE)
    default:
      return body
  }
}

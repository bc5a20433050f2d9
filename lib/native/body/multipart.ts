import { MAX_PART_HEADER } from '../../model/limits.js'
import type { Amounts } from '../payload/amounts.js'
import { charsetNamed, decodeText, isKnown, isMisnamed, withoutByteOrderMark } from './charset.js'
import type { FormFields } from './fields.js'
import { type MediaType, readParameters } from './media-type.js'
import type { Reading } from '../payload/reading.js'
import { decodeTransfer } from './transfer-encoding.js'

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

/** What an incomplete form lacks. */
export type MissingInForm =
  'no boundary line' | 'the closing boundary is missing' | 'the headers of a part do not end'

/** A line that separates parts. */
interface Delimiter {
  /** Where the line begins. */
  readonly start: number
  /** The position after it. */
  readonly end: number
  /** Whether it is the last one. */
  readonly closes: boolean
}

const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const TAB = 0x09
const DASH = 0x2d
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
export function readParts(
  bytes: Uint8Array,
  label: MediaType,
  amounts: Amounts,
): readonly Part[] | MissingInForm {
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const boundary = named(form, label) ?? onFirstLine(form)
  if (boundary === null) return 'no boundary line'
  const parts: Part[] = []
  let open: Delimiter | null = nextDelimiter(form, boundary, behindLineEnds(form))
  while (open !== null && !open.closes) {
    amounts.take('form fields')
    const next = nextDelimiter(form, boundary, open.end)
    if (next === null) return 'the closing boundary is missing'
    const part = readPart(form, open.end, next.start)
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
    const value = decodeValue(part, name, charset, reading)
    if (part.fileName.length === 0) return [[name, value]]
    return [[name, value, decodeText(part.fileName, ofNames, reading)]]
  })
}

function decodeValue(part: Part, name: string, charset: string, reading: Reading): string {
  const used = charsetOfPart(part, charset, (reason) => {
    reading.add(name, reason)
  })
  return withoutByteOrderMark(decodeText(part.body, used, reading, name))
}

// Other servers read parts as UTF-8 whatever charset they name, so wrong names are common.
function charsetOfPart(part: Part, charset: string, warn: (reason: string) => void): string {
  if (part.charset === '') return charset
  if (!isKnown(part.charset)) {
    warn('this part names an unknown charset; it was read as if it named none')
    return charset
  }
  if (!isMisnamed(part.body, part.charset)) return part.charset
  warn('this part names another charset but is UTF-8, and was read as UTF-8')
  return 'utf-8'
}

function behindLineEnds(bytes: Uint8Array): number {
  let at = 0
  while (bytes[at] === CR || bytes[at] === LF) at += 1
  return at
}

/** `--` and the boundary of the label, if the form contains it. */
function named(form: Buffer, { essence, boundary }: MediaType): Buffer | null {
  if (boundary === '' || !essence.startsWith('multipart/')) return null
  const dashed = Buffer.from(`--${boundary}`, 'latin1')
  return nextDelimiter(form, dashed, behindLineEnds(form)) && dashed
}

function onFirstLine(form: Buffer): Buffer | null {
  if (!beginsAsMultipart(form)) return null
  const start = behindLineEnds(form)
  const line = form.toString('latin1', start, start + MAX_UNNAMED_BOUNDARY).split('\n', 1)[0] ?? ''
  const dashed = line.trimEnd()
  return dashed.length > 2 ? Buffer.from(dashed, 'latin1') : null
}

/** The first delimiter at or after the line that begins at `from`. */
function nextDelimiter(form: Buffer, boundary: Buffer, from: number): Delimiter | null {
  let line = from
  while (line < form.length) {
    const found = delimiterAt(form, boundary, line)
    if (found) return found
    line = nextLine(form, line)
  }
  return null
}

// A boundary contains no line end, so each line is compared at most to its own end.
function delimiterAt(form: Buffer, boundary: Buffer, start: number): Delimiter | null {
  let at = start
  for (const byte of boundary) {
    if (form[at] !== byte) return null
    at += 1
  }
  const closes = form[at] === DASH && form[at + 1] === DASH
  if (closes) at += 2
  while (form[at] === SPACE || form[at] === TAB) at += 1
  if (form[at] === CR) at += 1
  if (at < form.length && form[at] !== LF) return null
  return { start, end: Math.min(at + 1, form.length), closes }
}

// A plain loop, because Buffer.indexOf costs ten times as much for short lines.
function nextLine(form: Buffer, from: number): number {
  let at = from
  while (at < form.length && form[at] !== LF) at += 1
  return at + 1
}

/** The part from `start` to the delimiter at `end`; null if its headers do not end. */
function readPart(form: Buffer, start: number, end: number): Part | null {
  const headersEnd = endOfHeaders(form, start, Math.min(end, start + MAX_PART_HEADER))
  if (headersEnd === null) return null
  const bodyStart = nextLine(form, headersEnd)
  const body = form.subarray(bodyStart, beforeLineEnd(form, end))
  const headers = readHeaders(form.toString('latin1', start, headersEnd))
  const { parameters: disposition } = readParameters(headers.get('content-disposition') ?? '')
  const { parameters: type } = readParameters(headers.get('content-type') ?? '')
  return {
    name: Buffer.from(disposition.get('name') ?? '', 'latin1'),
    fileName: Buffer.from(disposition.get('filename') ?? '', 'latin1'),
    charset: charsetNamed(type.get('charset') ?? ''),
    body: decodeTransfer(body, headers.get('content-transfer-encoding') ?? ''),
  }
}

/** Where the empty line after the headers begins. */
function endOfHeaders(form: Buffer, start: number, end: number): number | null {
  let line = start
  while (line < end) {
    if (form[line] === LF || (form[line] === CR && form[line + 1] === LF)) return line
    line = nextLine(form, line)
  }
  return null
}

function beforeLineEnd(form: Buffer, end: number): number {
  return form[end - 2] === CR ? end - 2 : end - 1
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

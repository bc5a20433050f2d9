import { crc32 } from 'node:zlib'
import { StoreCorrupt } from '../errors.js'

/*
 * A journal is a file of records, each of them one write to the disk:
 *
 *   length crc32-of-json crc32-of-these-two {JSON}\n
 *
 * The three numbers have eight hexadecimal digits. `JSON.stringify` escapes newlines and all other
 * control characters: text of a message that looks like a record never follows a newline.
 */

const SIZES_BYTES = 17
const HEADER_BYTES = 27
const SPACE = 0x20
const NEWLINE = 0x0a

/** A record as the journal holds it: header, JSON, newline. */
export function encodeRecord(json: string): Buffer {
  const length = Buffer.byteLength(json)
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + length + 1)
  bytes.write(json, HEADER_BYTES)
  const sizes = `${hex(length)} ${hex(crc32(bytes.subarray(HEADER_BYTES, HEADER_BYTES + length)))}`
  bytes.write(`${sizes} ${hex(crc32(sizes))} `, 0, 'latin1')
  bytes[HEADER_BYTES + length] = NEWLINE
  return bytes
}

export interface JournalEnd {
  /** Bytes up to the end of the last whole record. */
  readonly length: number
  /** The last record is whole but for its newline. */
  readonly needsNewline: boolean
  /** Bytes after `length`: what a crash left of an unfinished write, and zeros. */
  readonly torn: number
  /** Of these, the ones before the zeros at the end of the file. */
  readonly unfinished: number
}

/**
 * Passes the JSON of each record on, in order, and returns where they end.
 *
 * Only the last write can be unfinished, because each is synced before the next begins; a power cut
 * may leave any of its pages without the others. So a bad record with no valid one after it counts as
 * an unfinished write. A last record that was acknowledged and damaged later looks the same. Throws
 * `StoreCorrupt` for a bad record with a valid one after it.
 */
export function readRecords(
  bytes: Buffer,
  file: string,
  onRecord: (json: string, offset: number) => void,
): JournalEnd {
  // A file system may grow a file before it writes the data. Records hold no zero byte.
  const size = bytes.findLastIndex((byte) => byte !== 0) + 1
  const endAt = (length: number, needsNewline = false): JournalEnd => ({
    length,
    needsNewline,
    torn: bytes.length - length,
    unfinished: Math.max(0, size - length),
  })
  let at = 0
  while (at < size) {
    const record = readRecord(bytes, at, size)
    if ('fault' in record) {
      if (hasRecordAfter(bytes, record.end ?? at, size)) throw damaged(file, at, record.fault)
      return endAt(at)
    }
    onRecord(record.json, at)
    if (!record.hasNewline) {
      if (!hasRecordAfter(bytes, record.end, size)) return endAt(record.end, true)
      throw damaged(file, at, 'damaged end of the record')
    }
    at = record.end + 1
  }
  return endAt(at)
}

/** `end`: the place of the newline. */
type Found =
  | { readonly json: string; readonly end: number; readonly hasNewline: boolean }
  /** Without `end` when the header does not say it. */
  | { readonly fault: string; readonly end?: number }

function readRecord(bytes: Buffer, at: number, size: number): Found {
  const start = at + HEADER_BYTES
  const header = start > size ? null : parseHeader(bytes.subarray(at, start))
  if (!header) return { fault: 'damaged record header' }
  const end = start + header.length
  if (end > size) return { fault: 'the end is missing from the record', end: size }
  const json = bytes.subarray(start, end)
  if (crc32(json) !== header.checksum) return { fault: 'wrong checksum for the record', end }
  return { json: json.toString(), end, hasNewline: bytes[end] === NEWLINE }
}

function parseHeader(bytes: Buffer) {
  const sizes = bytes.subarray(0, SIZES_BYTES)
  const own = bytes.toString('latin1', SIZES_BYTES + 1, HEADER_BYTES - 1)
  if (own !== hex(crc32(sizes))) return null
  if (bytes[SIZES_BYTES] !== SPACE || bytes[HEADER_BYTES - 1] !== SPACE) return null
  const [length = '', checksum = ''] = sizes.toString('latin1').split(' ')
  return { length: Number.parseInt(length, 16), checksum: Number.parseInt(checksum, 16) }
}

/**
 * Whether a valid record begins after `from`, which is the end of a bad one or a byte of it. Reads each
 * byte twice at most: behind a valid header the search goes on at the end of its record.
 */
function hasRecordAfter(bytes: Buffer, from: number, size: number) {
  let at = from + 1
  while (at + HEADER_BYTES <= size) {
    const record = readRecord(bytes, at, size)
    if (!('fault' in record)) return true
    at = record.end === undefined ? nextBeginning(bytes, at, size) : record.end + 1
  }
  return false
}

/**
 * The next place where a record may begin: a hexadecimal digit after a newline, or after whatever
 * control character damage has made of it.
 */
function nextBeginning(bytes: Buffer, from: number, size: number) {
  let at = from + 1
  while (at < size && !((bytes[at - 1] ?? 0) < SPACE && isHexDigit(bytes[at] ?? 0))) at += 1
  return at
}

function isHexDigit(byte: number) {
  return (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x66)
}

function damaged(file: string, offset: number, reason: string) {
  return new StoreCorrupt(
    file,
    offset,
    reason,
    'Restore the store from a backup, or discard this record and all later ones with: ' +
      `truncate -s ${offset} '${file}' (and move any journals with a higher number to another directory)`,
  )
}

function hex(value: number) {
  return value.toString(16).padStart(8, '0')
}

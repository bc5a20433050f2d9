import { crc32 } from 'node:zlib'
import { StoreCorrupt } from './errors.js'

const SIZES_BYTES = 17
/** `length crc32-of-json crc32-of-these-two `, eight hexadecimal digits each. */
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
  /** The last record lacks its newline only. */
  readonly needsNewline: boolean
  /** Bytes after `length`: what a crash left of an unfinished write. */
  readonly torn: number
}

/**
 * Hands over the JSON of each record in order. Answers where the records end when the rest is an
 * unfinished write; throws `StoreCorrupt` for whatever cannot be one.
 */
export function readRecords(
  bytes: Buffer,
  file: string,
  onRecord: (json: string, offset: number) => void,
): JournalEnd {
  const size = lengthWithoutZeros(bytes)
  const endAt = (length: number, needsNewline = false): JournalEnd => ({
    length,
    needsNewline,
    torn: bytes.length - length,
  })
  let at = 0
  while (at < size) {
    const start = at + HEADER_BYTES
    if (start > size) return endAt(at)
    const header = readHeader(bytes, at)
    if (!header) throw damaged(file, at, 'damaged record header')
    const end = start + header.length
    if (end > size) return endAt(at)
    if (crc32(bytes.subarray(start, end)) !== header.checksum) {
      throw damaged(file, at, 'wrong checksum of the record')
    }
    onRecord(bytes.toString('utf8', start, end), at)
    if (end === size) return endAt(end, true)
    if (bytes[end] !== NEWLINE) throw damaged(file, at, 'damaged end of the record')
    at = end + 1
  }
  return endAt(at)
}

function readHeader(bytes: Buffer, at: number): { length: number; checksum: number } | null {
  const sizes = bytes.subarray(at, at + SIZES_BYTES)
  const own = bytes.toString('latin1', at + SIZES_BYTES + 1, at + HEADER_BYTES - 1)
  if (own !== hex(crc32(sizes))) return null
  if (bytes[at + SIZES_BYTES] !== SPACE || bytes[at + HEADER_BYTES - 1] !== SPACE) return null
  const [length = '', checksum = ''] = sizes.toString('latin1').split(' ')
  return { length: Number.parseInt(length, 16), checksum: Number.parseInt(checksum, 16) }
}

// A file system may have grown the file before the data arrived. Records themselves hold no zero byte.
function lengthWithoutZeros(bytes: Buffer): number {
  let size = bytes.length
  while (size > 0 && bytes[size - 1] === 0) size--
  return size
}

function damaged(file: string, offset: number, reason: string): StoreCorrupt {
  return new StoreCorrupt(
    file,
    offset,
    reason,
    'Restore the store from a backup, or give up this record and all later ones with: ' +
      `truncate -s ${offset} '${file}' (and move journals of a higher number away)`,
  )
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}

import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import { StoreCorrupt } from './errors.js'
import {
  FILE_MODE,
  removeIfThere,
  renameIfThere,
  syncDirectory,
  writeAll,
  type StoreFile,
  type StoreFs,
} from './fs.js'

/** Bytes of one write. Serializing that much takes the event loop about two milliseconds. */
const SLICE_BYTES = 256 * 1024
const TAIL = /^,"crc32":"([0-9a-f]{8})"\}\n$/
const TAIL_BYTES = 21

/**
 * Replaces a JSON file as a whole: the old one or the new one is there after a crash, the old one
 * stays as `.bak`. `lines` make a JSON object without its closing brace; a checksum is put at its end.
 */
export async function writeChecked(
  fs: StoreFs,
  path: string,
  lines: Iterable<string>,
): Promise<void> {
  const temporary = `${path}.tmp`
  try {
    const file = await fs.open(temporary, 'w', FILE_MODE)
    try {
      await writeSlices(file, lines)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (error) {
    // A full disk needs the room; the error itself is worth more than a failed removal.
    await removeIfThere(fs, temporary).catch(() => false)
    throw error
  }
  await renameIfThere(fs, path, `${path}.bak`)
  await fs.rename(temporary, path)
  await syncDirectory(fs, dirname(path))
}

async function writeSlices(file: StoreFile, lines: Iterable<string>): Promise<void> {
  let position = 0
  let checksum = 0
  let slice = ''
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(slice)
    slice = ''
    checksum = crc32(bytes, checksum)
    await writeAll(file, bytes, position)
    position += bytes.length
  }
  // The lines are made while they are written: between two slices others have their turn.
  for (const line of lines) {
    slice += line
    if (slice.length >= SLICE_BYTES) await flush()
  }
  if (slice !== '') await flush()
  const tail = `,"crc32":"${checksum.toString(16).padStart(8, '0')}"}\n`
  await writeAll(file, Buffer.from(tail), position)
}

/** The object of a checked file. Throws `StoreCorrupt` when a byte of it is not what was written. */
export function parseChecked(bytes: Buffer, path: string): unknown {
  const end = Math.max(0, bytes.length - TAIL_BYTES)
  const tail = TAIL.exec(bytes.toString('latin1', end))
  if (!tail) throw damaged(path, end, 'no checksum')
  if (crc32(bytes.subarray(0, end)) !== Number.parseInt(tail[1] ?? '', 16)) {
    throw damaged(path, 0, 'wrong checksum of the file, which begins')
  }
  return JSON.parse(bytes.toString('utf8'))
}

export function damaged(path: string, offset: number, reason: string): StoreCorrupt {
  return new StoreCorrupt(path, offset, reason, 'Restore the store from a backup.')
}

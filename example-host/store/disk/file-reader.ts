import { type StoreFile, type StoreFs, ifThere } from './fs.js'

/** Bytes of one read. */
const SLICE_BYTES = 256 * 1024
/** A file of at most so many bytes is read at once, and stays in the window. */
const WHOLE_BYTES = 4 * 1024 * 1024

export type FileReader = ReturnType<typeof fileReader>

/** Reads a file of any size through a window of a few hundred kilobytes. */
export function fileReader(file: StoreFile, size: number) {
  let window = Buffer.alloc(0)
  let start = 0
  let end = 0
  const fill = async (from: number, length: number): Promise<void> => {
    const isWhole = size <= WHOLE_BYTES
    const at = isWhole ? 0 : from
    const room = isWhole ? size : Math.max(SLICE_BYTES, length)
    // Not only grown but shrunk: a single large record would keep a large window until the end.
    if (window.length !== room) window = Buffer.allocUnsafe(room)
    const wanted = Math.max(0, Math.min(room, size - at))
    start = at
    end = at
    while (end < at + wanted) {
      const offset = end - at
      const { bytesRead } = await file.read(window, offset, wanted - offset, end)
      if (bytesRead === 0) throw new Error('a store file shrank while it was being read')
      end += bytesRead
    }
  }
  return {
    size,
    /**
     * The bytes from `at` on: as many as are in the window, at least one, none at the end of the file.
     * They are valid until the next call.
     */
    slice: async (at: number): Promise<Buffer> => {
      if (at < start || at >= end) await fill(at, SLICE_BYTES)
      return window.subarray(at - start, end - start)
    },
    /** Exactly these bytes, fewer at the end of the file. They are valid until the next call. */
    bytes: async (at: number, length: number): Promise<Buffer> => {
      const wanted = Math.max(0, Math.min(length, size - at))
      if (at < start || at + wanted > end) await fill(at, wanted)
      return window.subarray(at - start, at - start + wanted)
    },
    close: (): Promise<void> => file.close(),
  }
}

/** Null when there is no such file. */
export async function openReader(fs: StoreFs, path: string): Promise<FileReader | null> {
  const file = await ifThere(fs.open(path, 'r'))
  if (!file) return null
  try {
    return fileReader(file, file.stat().size)
  } catch (error) {
    await file.close()
    throw error
  }
}

import { type StoreFile, type StoreFs, ifThere } from './fs.js'

/** Bytes of one read. */
const SLICE_BYTES = 256 * 1024
/** A file of at most so many bytes is read at once, and stays in the window. */
const WHOLE_BYTES = 4 * 1024 * 1024

/** Reads a file of any size through a window of a few hundred kilobytes. */
export class FileReader {
  readonly #file: StoreFile
  readonly size: number
  #window = Buffer.alloc(0)
  #start = 0
  #end = 0

  constructor(file: StoreFile, size: number) {
    this.#file = file
    this.size = size
  }

  /**
   * The bytes from `at` on: as many as are in the window, at least one, none at the end of the file.
   * They are valid until the next call.
   */
  async slice(at: number): Promise<Buffer> {
    if (at < this.#start || at >= this.#end) await this.#fill(at, SLICE_BYTES)
    return this.#window.subarray(at - this.#start, this.#end - this.#start)
  }

  /** Exactly these bytes, fewer at the end of the file. They are valid until the next call. */
  async bytes(at: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.size - at))
    if (at < this.#start || at + wanted > this.#end) await this.#fill(at, wanted)
    return this.#window.subarray(at - this.#start, at - this.#start + wanted)
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  async #fill(from: number, length: number): Promise<void> {
    const isWhole = this.size <= WHOLE_BYTES
    const at = isWhole ? 0 : from
    const room = isWhole ? this.size : Math.max(SLICE_BYTES, length)
    // Not only grown but shrunk: a single large record would keep a large window until the end.
    if (this.#window.length !== room) this.#window = Buffer.allocUnsafe(room)
    const wanted = Math.max(0, Math.min(room, this.size - at))
    this.#start = at
    this.#end = at
    while (this.#end < at + wanted) {
      const offset = this.#end - at
      const { bytesRead } = await this.#file.read(this.#window, offset, wanted - offset, this.#end)
      if (bytesRead === 0) throw new Error('a store file shrank while it was being read')
      this.#end += bytesRead
    }
  }
}

/** Null when there is no such file. */
export async function openReader(fs: StoreFs, path: string): Promise<FileReader | null> {
  const file = await ifThere(fs.open(path, 'r'))
  if (!file) return null
  try {
    const { size } = file.stat()
    return new FileReader(file, size)
  } catch (error) {
    await file.close()
    throw error
  }
}

import { fstatSync } from 'node:fs'
import * as nodeFs from 'node:fs/promises'
import { errorCode } from '../errors.js'

/** An open file. `write` and `read` may do less than asked, as the system calls do. */
export interface StoreFile extends Pick<nodeFs.FileHandle, 'datasync' | 'sync' | 'close'> {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesWritten: number }>
  /** Reads into `bytes`; 0 at the end of the file. */
  read(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ bytesRead: number }>
  truncate(length: number): Promise<void>
  /** `nlink`: how many names the file has, 0 once it is deleted. */
  stat(): { nlink: number; size: number }
}

/** The part of `node:fs/promises` that the store uses; tests put faults in between. */
export interface StoreFs {
  open(path: string, flags: string, mode?: number): Promise<StoreFile>
  readFile(path: string): Promise<Buffer>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  readdir(path: string): Promise<string[]>
  mkdir(path: string, options: { recursive: true; mode: number }): Promise<unknown>
  chmod(path: string, mode: number): Promise<void>
  realpath(path: string): Promise<string>
}

export const nodeFileSystem: StoreFs = {
  ...nodeFs,
  open: async (path, flags, mode) => nodeFile(await nodeFs.open(path, flags, mode)),
}

function nodeFile(handle: nodeFs.FileHandle): StoreFile {
  // Of an open file the kernel knows it at once. In another thread it would take a durable post 8 %
  // more CPU time.
  return Object.assign(handle, { stat: () => fstatSync(handle.fd) })
}

/** The files hold password hashes. */
export const FILE_MODE = 0o600
export const DIRECTORY_MODE = 0o700

/** Null when there is no such file. */
export async function ifThere<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Writes all bytes with one call. A short write is an error: the disk is nearly full. */
export async function writeAll(
  file: StoreFile,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, position)
  if (bytesWritten === bytes.length) return
  throw new Error(`short write: ${bytesWritten} of ${bytes.length} bytes`)
}

const COPIED_AT_ONCE = 1024 * 1024

/** Copies bytes of a file, or as many as it has, into a new one, and makes them durable. */
export async function copyBytes(
  fs: StoreFs,
  from: StoreFile,
  { start, length }: { readonly start: number; readonly length: number },
  path: string,
): Promise<void> {
  const to = await fs.open(path, 'w', FILE_MODE)
  try {
    const slice = Buffer.allocUnsafe(Math.min(length, COPIED_AT_ONCE))
    for (let done = 0; done < length;) {
      const wanted = Math.min(slice.length, length - done)
      const { bytesRead } = await from.read(slice, 0, wanted, start + done)
      if (bytesRead === 0) break
      await writeAll(to, slice.subarray(0, bytesRead), done)
      done += bytesRead
    }
    await to.sync()
  } finally {
    await to.close()
  }
}

/** Makes renames and new names in a directory durable. */
export async function syncDirectory(fs: StoreFs, path: string): Promise<void> {
  // Windows cannot open directories, and makes names durable by itself.
  if (process.platform === 'win32') return
  const directory = await fs.open(path, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

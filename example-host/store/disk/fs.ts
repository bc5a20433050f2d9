import { fstatSync } from 'node:fs'
import * as nodeFs from 'node:fs/promises'
import { errorCode } from '../errors.js'

/** An open file. `write` and `read` may do less than asked, as the system calls do. */
export interface StoreFile {
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
  datasync(): Promise<void>
  sync(): Promise<void>
  truncate(length: number): Promise<void>
  /** `nlink`: how many names the file has, 0 once it is deleted. */
  stat(): { nlink: number; size: number }
  close(): Promise<void>
}

/** The part of `node:fs/promises` that the store uses; tests put faults in between. */
export interface StoreFs {
  open(path: string, flags: string, mode?: number): Promise<StoreFile>
  /** For files of a few bytes; larger ones are read in slices. */
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
  return {
    write: async (...args) => handle.write(...args),
    read: async (...args) => handle.read(...args),
    datasync: async () => handle.datasync(),
    sync: async () => handle.sync(),
    truncate: async (length) => handle.truncate(length),
    // Of an open file the kernel knows it at once. In another thread it would take a durable post 8 %
    // more CPU time.
    stat: () => fstatSync(handle.fd),
    close: async () => handle.close(),
  }
}

/** The files hold password hashes. */
export const FILE_MODE = 0o600
export const DIRECTORY_MODE = 0o700

/** The file's bytes, or null when there is no such file. */
export async function readIfThere(fs: StoreFs, path: string): Promise<Buffer | null> {
  try {
    return await fs.readFile(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Opens a file for reading; null when there is no such file. */
export async function openIfThere(fs: StoreFs, path: string): Promise<StoreFile | null> {
  try {
    return await fs.open(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** False when there was no such file. */
export async function removeIfThere(fs: StoreFs, path: string): Promise<boolean> {
  return doneIfThere(() => fs.unlink(path))
}

/** False when there was no such file. */
export async function renameIfThere(fs: StoreFs, from: string, to: string): Promise<boolean> {
  return doneIfThere(() => fs.rename(from, to))
}

async function doneIfThere(action: () => Promise<void>): Promise<boolean> {
  try {
    await action()
    return true
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
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

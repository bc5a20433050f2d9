import { join } from 'node:path'
import type { HookLog } from 'express-incoming-webhooks'
import { isNewStore } from './disk/directory.js'
import { nodeFileSystem } from './disk/fs.js'
import { loadStore } from './disk/load.js'
import { takeLock } from './disk/lock.js'
import { SEGMENTS_DIRECTORY } from './disk/segment-files.js'
import { errorCode } from './errors.js'

/**
 * Reads the store in `directory`, which nothing else can open meanwhile. Throws `StoreInUse` while
 * another process has it. `close` lets other processes open it again.
 */
export async function readStore(directory: string, log: HookLog) {
  const fs = nodeFileSystem
  const path = await pathOfStore(directory)
  const lock = await takeLock(fs, path)
  try {
    const { model, journal } = await loadStore(fs, path, log)
    await journal.file.close()
    return { model, close: () => lock.release() }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** The real path of the directory of a store. Throws an `Error` if there is none. */
export async function pathOfStore(directory: string): Promise<string> {
  const fs = nodeFileSystem
  try {
    const path = await fs.realpath(directory)
    await fs.readdir(join(path, SEGMENTS_DIRECTORY))
    const names = await fs.readdir(path)
    const isJournaled = names.some((name) => name.startsWith('journal-'))
    if (isJournaled || !(await isNewStore(fs, path))) return path
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error))) throw error
  }
  throw new Error(`There is no store in ${directory}`)
}

import { join } from 'node:path'
import { errorCode, StoreInUse } from '../errors.js'
import { isObject } from '../memory/rows.js'
import { FILE_MODE, writeAll, type StoreFs, ifThere } from './fs.js'

/** A lock that this process has. */
export interface Lock {
  release(): Promise<void>
}

/** Who has the store open, as `lock.json` says it. */
interface Owner {
  readonly pid: number
  readonly startedAt: string
}

/** Directories that this process has open itself: its own pid in a lock file says nothing else. */
const held = new Set<string>()

export function lockPath(directory: string): string {
  return join(directory, 'lock.json')
}

/** Locks the directory with a file that names the process. Throws `StoreInUse` while that one lives. */
export async function takeLockFile(fs: StoreFs, directory: string): Promise<Lock> {
  const path = lockPath(directory)
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeOwner(fs, path, 'wx')
      held.add(directory)
      return {
        release: async () => {
          held.delete(directory)
          await ifThere(fs.unlink(path))
        },
      }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    const owner = await readOwner(fs, path)
    if (owner && isAlive(owner.pid, directory)) throw new StoreInUse(directory, owner)
    await ifThere(fs.unlink(path))
  }
  throw new StoreInUse(directory, null)
}

function isAlive(pid: number, directory: string): boolean {
  if (pid === process.pid) return held.has(directory)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** `flags` as `open` takes them: `wx` fails when the file is there. */
export async function writeOwner(fs: StoreFs, path: string, flags: 'w' | 'wx'): Promise<void> {
  const owner: Owner = { pid: process.pid, startedAt: new Date().toISOString() }
  const file = await fs.open(path, flags, FILE_MODE)
  try {
    await writeAll(file, Buffer.from(`${JSON.stringify(owner)}\n`), 0)
  } finally {
    await file.close()
  }
}

/** Null when the file is missing or says nothing. */
export async function readOwner(fs: StoreFs, path: string): Promise<Owner | null> {
  const bytes = await ifThere(fs.readFile(path))
  try {
    const owner: unknown = JSON.parse(bytes?.toString() ?? '')
    if (!isObject(owner) || typeof owner['pid'] !== 'number') return null
    return { pid: owner['pid'], startedAt: String(owner['startedAt']) }
  } catch {
    return null
  }
}

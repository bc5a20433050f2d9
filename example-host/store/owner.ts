import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { StoreInUse } from './errors.js'
import { errorCode, FILE_MODE, readIfThere, removeIfThere, writeAll, type StoreFs } from './fs.js'
import { isObject } from './rows.js'

export interface Ownership {
  release(): Promise<void>
}

interface Owner {
  readonly pid: number
  readonly startedAt: string
}

/** Directories that this very process has open: its own pid in a lock file says nothing else. */
const held = new Set<string>()

/**
 * Makes this process the only one that has the store open, or throws `StoreInUse`. Frees itself when
 * the process dies. `directory` is the real path.
 */
export async function takeOwnership(
  fs: StoreFs,
  directory: string,
  platform: string = process.platform,
): Promise<Ownership> {
  const path = join(directory, 'lock.json')
  if (platform !== 'linux') return takeLockFile(fs, directory, path)
  const server = await listenAbstract(directory)
  if (!server) throw new StoreInUse(directory, await readOwner(fs, path))
  try {
    await writeOwner(fs, path, 'w')
  } catch (error) {
    server.close()
    throw error
  }
  return {
    release: async () => {
      await removeIfThere(fs, path).catch(() => false)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

// An abstract socket lives in the kernel only: it is gone the moment its process is.
async function listenAbstract(directory: string): Promise<Server | null> {
  const name = createHash('sha256').update(directory).digest('hex')
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (errorCode(error) === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    // `exclusive`: workers of a cluster would share the socket otherwise.
    server.listen({ path: `\0chat-store-${name}`, exclusive: true }, () => {
      server.unref()
      resolve(server)
    })
  })
}

async function takeLockFile(fs: StoreFs, directory: string, path: string): Promise<Ownership> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeOwner(fs, path, 'wx')
      held.add(directory)
      return {
        release: async () => {
          held.delete(directory)
          await removeIfThere(fs, path)
        },
      }
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
    const owner = await readOwner(fs, path)
    if (owner && isAlive(owner.pid, directory)) throw new StoreInUse(directory, owner)
    await removeIfThere(fs, path)
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

async function writeOwner(fs: StoreFs, path: string, flags: string): Promise<void> {
  const owner: Owner = { pid: process.pid, startedAt: new Date().toISOString() }
  const file = await fs.open(path, flags, FILE_MODE)
  try {
    await writeAll(file, Buffer.from(`${JSON.stringify(owner)}\n`), 0)
  } finally {
    await file.close()
  }
}

async function readOwner(fs: StoreFs, path: string): Promise<Owner | null> {
  const bytes = await readIfThere(fs, path)
  try {
    const owner: unknown = JSON.parse(bytes?.toString() ?? '')
    if (!isObject(owner) || typeof owner['pid'] !== 'number') return null
    return { pid: owner['pid'], startedAt: String(owner['startedAt']) }
  } catch {
    return null
  }
}

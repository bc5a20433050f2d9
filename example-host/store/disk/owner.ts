import { createHash } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { StoreInUse } from '../errors.js'
import { errorCode, FILE_MODE, readIfThere, removeIfThere, writeAll, type StoreFs } from './fs.js'
import { isObject } from '../memory/rows.js'

export interface Ownership {
  release(): Promise<void>
}

interface Owner {
  readonly pid: number
  readonly startedAt: string
}

/** Bytes of a socket's address on Linux. */
const MAX_SOCKET_PATH = 107

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
  const server = await listenAt(
    `\0chat-store-${createHash('sha256').update(directory).digest('hex')}`,
  )
  if (!server) throw new StoreInUse(directory, await readOwner(fs, path))
  const servers = [server]
  const free = async (): Promise<void> => {
    await Promise.all(servers.map((each) => new Promise((resolve) => each.close(resolve))))
  }
  try {
    servers.push(...(await takeSocketFile(directory)))
    await writeOwner(fs, path, 'w')
  } catch (error) {
    await free()
    throw error instanceof Taken ? new StoreInUse(directory, await readOwner(fs, path)) : error
  }
  return {
    release: async () => {
      await removeIfThere(fs, path).catch(() => false)
      await free()
    },
  }
}

class Taken extends Error {}

/**
 * Another container that shares the directory does not see the name above. It sees a socket in the
 * directory, which answers as long as its process lives. Nothing where a socket cannot be made.
 */
async function takeSocketFile(directory: string): Promise<Server[]> {
  const path = join(directory, 'lock.sock')
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) return []
  if (await isAnswered(path)) throw new Taken()
  try {
    // A killed process leaves its name behind.
    await unlink(path).catch(() => undefined)
    const server = await listenAt(path)
    if (!server) throw new Taken()
    return [server]
  } catch (error) {
    if (error instanceof Taken) throw error
    return []
  }
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
}

// A name that begins with a zero byte lives in the kernel only: it is gone the moment its process is.
async function listenAt(path: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (errorCode(error) === 'EADDRINUSE') resolve(null)
      else reject(error)
    })
    // `exclusive`: workers of a cluster would share the socket otherwise.
    server.listen({ path, exclusive: true }, () => {
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

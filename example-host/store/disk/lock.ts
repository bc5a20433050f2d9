import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { errorCode, StoreInUse } from '../errors.js'
import { isObject } from '../memory/rows.js'
import { FILE_MODE, ifThere, type StoreFs, writeAll } from './fs.js'

/*
 * One process at a time has a store open. Its lock must hold as long as the process lives, however
 * long it hangs, and be gone the moment it dies: a start right after `kill -9` waits for nothing. So
 * on Linux the lock consists of sockets, which the kernel closes; `lock.json` only says whose they
 * are. Elsewhere `lock.json` is the lock.
 */

/** Directories that this process has open itself: its own pid in a lock file says nothing else. */
const held = new Set<string>()

/**
 * Makes this process the only one that has the store open, or throws `StoreInUse`. `directory` is the
 * real path: two names of a directory must lead to one lock.
 */
export async function takeLock(
  fs: StoreFs,
  directory: string,
  platform: string = process.platform,
): Promise<Lock> {
  const path = join(directory, 'lock.json')
  if (platform !== 'linux') return takeLockFile(fs, directory, path)
  const sockets = await takeSockets(directory)
  if (!sockets) throw new StoreInUse(directory, await readOwner(fs, path))
  try {
    await writeOwner(fs, path, 'w')
  } catch (error) {
    await sockets.release()
    throw error
  }
  return {
    release: async () => {
      await ifThere(fs.unlink(path)).catch(() => null)
      await sockets.release()
    },
  }
}

/** Locks the directory with a file that names the process. Throws `StoreInUse` while that one lives. */
async function takeLockFile(fs: StoreFs, directory: string, path: string): Promise<Lock> {
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

function isAlive(pid: number, directory: string) {
  if (pid === process.pid) return held.has(directory)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** `flags` as `open` takes them: `wx` fails when the file is there. */
async function writeOwner(fs: StoreFs, path: string, flags: 'w' | 'wx') {
  const owner = { pid: process.pid, startedAt: new Date().toISOString() }
  const file = await fs.open(path, flags, FILE_MODE)
  try {
    await writeAll(file, Buffer.from(`${JSON.stringify(owner)}\n`), 0)
  } finally {
    await file.close()
  }
}

/** Who has the store open, as `lock.json` says it. Null when the file is missing or says nothing. */
async function readOwner(
  fs: StoreFs,
  path: string,
): Promise<{ readonly pid: number; readonly startedAt: string } | null> {
  const bytes = await ifThere(fs.readFile(path))
  try {
    const owner: unknown = JSON.parse(bytes?.toString() ?? '')
    if (!isObject(owner) || typeof owner['pid'] !== 'number') return null
    return { pid: owner['pid'], startedAt: String(owner['startedAt']) }
  } catch {
    return null
  }
}

/** A lock that this process has. */
export interface Lock {
  release(): Promise<void>
}

/** Bytes of a socket's address on Linux. */
const MAX_SOCKET_PATH = 107

/** Locks the directory with sockets of Linux. Null when another process has it. */
async function takeSockets(directory: string): Promise<Lock | null> {
  const named = await listenAt(abstractName(directory))
  if (!named) return null
  const servers = [named]
  const release = async (): Promise<void> => {
    await Promise.all(servers.map((each) => new Promise((resolve) => each.close(resolve))))
  }
  const inDirectory = await takeSocketFile(directory)
  if (inDirectory === 'taken') {
    await release()
    return null
  }
  if (inDirectory !== 'impossible') servers.push(inDirectory)
  return { release }
}

// A name that begins with a zero byte lives in the kernel only: it is gone the moment its process is.
function abstractName(directory: string) {
  return `\0chat-store-${createHash('sha256').update(directory).digest('hex')}`
}

/**
 * Another container that shares the directory does not see the abstract name. It sees a socket in the
 * directory, which answers as long as its process lives. Some volumes hold no sockets: then the
 * abstract name has to do.
 */
async function takeSocketFile(directory: string): Promise<Server | 'taken' | 'impossible'> {
  const path = join(directory, 'lock.sock')
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH) return 'impossible'
  if (await isAnswered(path)) return 'taken'
  // A killed process leaves its name behind.
  await unlink(path).catch(() => undefined)
  try {
    return (await listenAt(path)) ?? 'taken'
  } catch {
    return 'impossible'
  }
}

async function isAnswered(path: string) {
  const socket = connect({ path })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Null when another process listens there. */
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

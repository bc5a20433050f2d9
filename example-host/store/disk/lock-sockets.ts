import { createHash } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { errorCode } from '../errors.js'

/** A lock that this process has. */
export interface Lock {
  release(): Promise<void>
}

/** Bytes of a socket's address on Linux. */
const MAX_SOCKET_PATH = 107

/** Locks the directory with sockets of Linux. Null when another process has it. */
export async function takeSockets(directory: string): Promise<Lock | null> {
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
function abstractName(directory: string): string {
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

import { createSocket } from 'node:dgram'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const HOST = '127.0.0.1'

/**
 * A port for a program that must be told one. Nobody who asks here gets it again while this process
 * runs: its UDP namesake is held, which a TCP server does not mind and another process cannot take.
 * It is below the ports that the system gives to outgoing connections: a client that knocks while
 * the server is down could otherwise be given the very port it knocks at, and meet itself.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(20_000, 30_000)
    if ((await isHeld(port)) && (await isFree(port))) return port
  }
  throw new Error('no free port found')
}

async function isHeld(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  try {
    const bound = once(socket, 'listening')
    socket.bind({ port, address: HOST, exclusive: true })
    await bound
    return true
  } catch {
    socket.close()
    return false
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => {
      resolve(false)
    })
    probe.listen(port, HOST, () => {
      probe.close(() => {
        resolve(true)
      })
    })
  })
}

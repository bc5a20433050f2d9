import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { keyOf } from './postgres-database.js'

export interface Posting {
  /** The hook URL without the key. */
  readonly url: string
  readonly clients: number
  /** The clients are spread over this many channels. */
  readonly channels: number
  readonly seconds: number
  /** Whether each request has an Idempotency-Key of its own. */
  readonly withKey?: boolean
}

export const BODY = JSON.stringify({
  text: '[FIRING:1] DiskFull on db-01: 91 % of /var is used, 4 GB are left, growing by 1 GB an hour',
})

export interface Posted {
  readonly posts: number
  /** Responses 503: where storing takes too long, the library stores fewer messages at once. */
  readonly shed: number
}

/** What a client waits after a 503, in milliseconds. */
const RETRY_MS = 100

/**
 * Posts on keep-alive connections, each one request after another. It writes to the sockets itself:
 * a client of Node would take as much of the processors as the server.
 */
export async function postFor(posting: Posting): Promise<Posted> {
  const end = performance.now() + posting.seconds * 1000
  const clients = Array.from({ length: posting.clients }, async (_, number) =>
    postUntil(end, posting, keyOf(number % posting.channels)),
  )
  const all = (await Promise.all(clients)).flat()
  const posts = all.filter((isStored) => isStored).length
  return { posts, shed: all.length - posts }
}

/** Whether each request was stored. */
async function postUntil(
  end: number,
  { url, withKey }: Posting,
  key: string,
): Promise<readonly boolean[]> {
  const { host, hostname, port, pathname } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const head = [
    `POST ${pathname}${key} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(BODY)}`,
  ].join('\r\n')
  try {
    const stored: boolean[] = []
    while (performance.now() < end) {
      const idempotency = withKey === true ? `\r\nIdempotency-Key: ${randomUUID()}` : ''
      const isStored = await exchange(socket, `${head}${idempotency}\r\n\r\n${BODY}`)
      stored.push(isStored)
      if (!isStored) await delay(RETRY_MS)
    }
    return stored
  } finally {
    socket.destroy()
  }
}

/** True for `ok`, false for a 503; throws at any other response. */
async function exchange(socket: Socket, request: string): Promise<boolean> {
  let response = ''
  return new Promise<boolean>((resolve, reject) => {
    const onData = (data: Buffer): void => {
      response += data.toString('latin1')
      if (response.endsWith('\r\n\r\nok')) end(true)
      else if (!response.startsWith('HTTP/1.1 503')) fail(new Error(response))
      else if (response.endsWith('}')) end(false)
    }
    const onClose = (): void => {
      fail(new Error(`the connection ended: ${response}`))
    }
    const quiet = (): void => {
      socket.off('data', onData).off('error', fail).off('close', onClose)
    }
    const fail = (error: Error): void => {
      quiet()
      reject(error)
    }
    const end = (isStored: boolean): void => {
      quiet()
      resolve(isStored)
    }
    socket.on('data', onData).on('error', fail).on('close', onClose)
    socket.write(request)
  })
}

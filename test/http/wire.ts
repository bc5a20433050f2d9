import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Express } from 'express'

export interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends exactly these headers and bytes: no type is made up. */
export async function send(
  app: Express,
  path: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return listening(
    app,
    (port) =>
      new Promise((resolve, reject) => {
        const req = httpRequest({ port, path, method: 'POST', headers, agent: false }, (res) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk: Buffer) => chunks.push(chunk))
          res.on('end', () => {
            resolve({ status: res.statusCode ?? 0, text: Buffer.concat(chunks).toString() })
          })
        })
        req.on('error', reject)
        req.end(body)
      }),
  )
}

/** The head of a POST request, up to the empty line. */
export function head(path: string, ...lines: readonly string[]): string {
  return [`POST ${path} HTTP/1.1`, 'Host: x', ...lines, '', ''].join('\r\n')
}

/** A connection that a test writes to by hand. */
export interface Line {
  readonly socket: Socket
  readonly write: (text: string | Uint8Array) => void
  /** All that has come so far, as soon as it holds the text. */
  readonly until: (text: string) => Promise<string>
  /** All that came until the other side closed. */
  readonly closed: () => Promise<string>
}

export async function talk<T>(app: Express, conversation: (line: Line) => Promise<T>): Promise<T> {
  return listening(app, (port) => talkTo(port, conversation))
}

/** As many conversations at the same time, each on a connection of its own. */
export async function talkAtOnce<T>(
  app: Express,
  count: number,
  conversation: (line: Line) => Promise<T>,
): Promise<readonly T[]> {
  return listening(app, (port) =>
    Promise.all(Array.from({ length: count }, () => talkTo(port, conversation))),
  )
}

async function talkTo<T>(port: number, conversation: (line: Line) => Promise<T>): Promise<T> {
  const socket = connect({ port })
  const line = lineOver(socket)
  try {
    return await conversation(line)
  } finally {
    socket.destroy()
  }
}

function lineOver(socket: Socket): Line {
  let heard = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    heard += text
  })
  // A reset is one way of closing.
  socket.on('error', () => undefined)
  return {
    socket,
    write: (text) => {
      socket.write(text)
    },
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!heard.includes(text)) return
          socket.off('data', look).off('close', fail)
          resolve(heard)
        }
        const fail = (): void => {
          reject(new Error(`closed after ${JSON.stringify(heard)}`))
        }
        socket.on('data', look).on('close', fail)
        look()
      }),
    closed: () =>
      new Promise((resolve) => {
        const done = (): void => {
          resolve(heard)
        }
        socket.once('end', done).once('close', done)
      }),
  }
}

async function listening<T>(app: Express, use: (port: number) => Promise<T>): Promise<T> {
  const server = createServer(app)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(portOf(server))
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}

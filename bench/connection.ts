import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * A keep-alive connection for one request after another. It writes to the socket itself: a client of
 * Node would take as much of the processors as the server.
 */
export class Connection {
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static async open(url: string): Promise<Connection> {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  /** Rejects when the connection ends first. */
  async send(request: Buffer | string): Promise<Answer> {
    const socket = this.#socket
    let received = ''
    return new Promise<Answer>((resolve, reject) => {
      const onData = (data: Buffer): void => {
        received += data.toString('latin1')
        const answer = wholeAnswer(received)
        if (answer === 'unknown') fail(new Error(`an answer without a length: ${received}`))
        else if (answer) {
          quiet()
          resolve(answer)
        }
      }
      const fail = (error: Error): void => {
        quiet()
        reject(error)
      }
      const onClose = (): void => {
        fail(new Error(`the connection ended: ${received}`))
      }
      const quiet = (): void => {
        socket.off('data', onData).off('error', fail).off('close', onClose)
      }
      socket.on('data', onData).on('error', fail).on('close', onClose)
      socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** The bytes of a POST of JSON. */
export function postOf(
  host: string,
  path: string,
  body: string,
  headers: readonly string[] = [],
): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Null while something is missing, and `unknown` for an answer that does not say how long it is. */
export function wholeAnswer(received: string): Answer | 'unknown' | null {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return null
  const head = received.slice(0, end)
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) return 'unknown'
  const text = received.slice(end + 4)
  return text.length < Number(length) ? null : { status: Number(head.slice(9, 12)), text }
}

import { connect, type Socket } from 'node:net'

/** An answer, as far as measuring needs it. */
export interface RawAnswer {
  readonly status: number
  /** Status line and headers, as they came. */
  readonly head: string
}

export interface ConnectionEvents {
  readonly onAnswer: (connection: Connection, answer: RawAnswer) => void
  /** `midway`: a request had been sent and no whole answer had come. */
  readonly onClose: (connection: Connection, midway: boolean) => void
}

const HEAD_END = '\r\n\r\n'

/**
 * One connection that carries one request at a time, written as it stands. Much cheaper than Node's
 * own client, so that a single process can send more than a server can take.
 */
export class Connection {
  readonly #socket: Socket
  readonly #events: ConnectionEvents
  #received = ''
  #waiting = false
  /** When the request on its way was due, in milliseconds. */
  due = 0

  constructor(port: number, events: ConnectionEvents) {
    this.#events = events
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1')
    this.#socket.on('data', (text: string) => {
      this.#receive(text)
    })
    // Each error is followed by a close.
    this.#socket.on('error', () => undefined)
    this.#socket.on('close', () => {
      events.onClose(this, this.#waiting)
    })
  }

  send(request: string, due: number): void {
    this.due = due
    this.#waiting = true
    this.#socket.write(request, 'latin1')
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(text: string): void {
    this.#received += text
    const end = this.#received.indexOf(HEAD_END)
    if (end === -1) return
    const head = this.#received.slice(0, end)
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
    if (this.#received.length < end + HEAD_END.length + length) return
    this.#received = ''
    this.#waiting = false
    const status = Number(head.slice(9, 12))
    // The server will close it; another request on it would be lost.
    if (/^connection: *close/im.test(head)) this.#socket.end()
    this.#events.onAnswer(this, { status, head })
  }

  /** Whether another request may be sent. */
  get usable(): boolean {
    return this.#socket.writable && !this.#waiting
  }
}

/** A whole POST request with a JSON body. */
export function postRequest(path: string, body: string, headers: readonly string[] = []): string {
  const length = Buffer.byteLength(body)
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...headers,
  ]
  // Written as latin1, so that the bytes of the body are those of its UTF-8.
  return `${lines.join('\r\n')}${HEAD_END}${Buffer.from(body).toString('latin1')}`
}

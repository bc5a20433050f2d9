import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface RawRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** A request as it goes over the connection, whatever its headers are. */
export function bytesOf({ method, path, headers, body }: RawRequest): Buffer {
  const all = { ...headers, 'Content-Length': String(body.length) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`), body])
}

/** Sends exactly these bytes. Rejects if no whole response arrives. */
export function exchange(url: string, bytes: Uint8Array): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    let received = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk
      const answer = answerIn(received, Infinity)
      if (answer === null) return
      socket.destroy()
      resolve(answer)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      // Node's own responses to invalid HTTP have no length.
      const answer = answerIn(received, 0)
      if (answer) resolve(answer)
      else reject(new Error(`no whole answer: ${received}`))
    })
    socket.setTimeout(60_000, () => socket.destroy(new Error(`no whole answer: ${received}`)))
  })
}

/** The response, or null if it is not whole. `length`: that of a body without `Content-Length`. */
function answerIn(received: string, length: number): RawAnswer | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [line = '', ...fields] = received.slice(0, end).split('\r\n')
  const headers: Readonly<Record<string, string>> = Object.fromEntries(fields.map(headerIn))
  const text = received.slice(end + 4)
  const status = Number(line.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
  const given = headers['content-length'] ?? (status === 204 ? 0 : length)
  return Buffer.byteLength(text) < Number(given) ? null : { status, headers, text }
}

function headerIn(field: string): readonly [string, string] {
  const at = field.indexOf(':')
  return [field.slice(0, at).toLowerCase(), field.slice(at + 1).trim()]
}

import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a receiver gets it. */
export interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real server of a program behind buttons. */
export interface Receiver {
  /** `127.0.0.1:port`. */
  readonly host: string
  readonly url: string
  readonly received: Received[]
  /** Connections, also those that sent nothing. */
  connections: number
  close(): Promise<void>
}

/** Listens at a free port of `address` and answers as told, by default with an empty object. */
export async function openReceiver(
  answer: RequestListener | object = {},
  address = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    req.on('end', () => {
      received.push({ headers: req.headers, body })
      if (typeof answer === 'function') answer(req, res)
      else res.end(JSON.stringify(answer))
    })
  })
  server.on('connection', () => {
    receiver.connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  const { port } = server.address() as AddressInfo
  const host = `${address.includes(':') ? `[${address}]` : address}:${port}`
  const receiver: Receiver = {
    host,
    url: `http://${host}/press`,
    received,
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => {
          resolve()
        })
      }),
  }
  return receiver
}

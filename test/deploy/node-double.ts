import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'

/** A small server in the place of a node: it responds with its name and echoes websocket messages. */
export interface NodeDouble {
  readonly port: number
  /** The requests that it has received whole. */
  readonly received: readonly IncomingMessage[]
  /** From now on, it closes the connection instead of responding. */
  breakConnections(): void
  /** From now on, it never responds. */
  hang(): void
  /** From now on, it responds with this status. */
  respondWith(status: number): void
  close(): Promise<void>
}

export async function openNode(name: string, atPort = 0): Promise<NodeDouble> {
  const received: IncomingMessage[] = []
  let respond = (res: ServerResponse): void => {
    res.end(name)
  }
  const server = createServer((req, res) => {
    void text(req).then(() => {
      received.push(req)
      respond(res)
    })
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      socket.send(data, { binary: isBinary })
    })
  })
  server.listen(atPort, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address instanceof Object ? address.port : 0,
    received,
    breakConnections: () => {
      respond = (res) => {
        res.destroy()
      }
    },
    hang: () => {
      respond = () => undefined
    },
    respondWith: (status) => {
      respond = (res) => {
        res.writeHead(status).end(name)
      }
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

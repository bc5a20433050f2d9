import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'

/** A small server in the place of a node: it responds with its name and echoes websocket messages. */
export interface NodeDouble {
  readonly port: number
  /** The requests that it has received whole. */
  readonly received: readonly IncomingMessage[]
  /** From now on, it closes the connection instead of responding. */
  breakConnections(): void
  close(): Promise<void>
}

export async function openNode(name: string): Promise<NodeDouble> {
  const received: IncomingMessage[] = []
  let breaks = false
  const server = createServer((req, res) => {
    void text(req).then(() => {
      received.push(req)
      if (breaks) res.destroy()
      else res.end(name)
    })
  })
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      socket.send(data, { binary: isBinary })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: address instanceof Object ? address.port : 0,
    received,
    breakConnections: () => {
      breaks = true
    },
    close: async () => {
      for (const socket of sockets.clients) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

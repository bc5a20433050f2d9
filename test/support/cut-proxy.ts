import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

const DEFAULT_PORT = 5432

/** Stands between a client and a server of PostgreSQL, and breaks connections. */
export interface CutProxy {
  readonly port: number
  /** Breaks connections that send this text, as often as this: before the server gets it, or after. */
  cutAt(text: string, when: 'before' | 'after', times: number): void
  /** Ends as many of the next connections at once. */
  refuse(times: number): void
  /** Passes on nothing more on the connections that are open, without ending them. */
  freeze(): void
  close(): Promise<void>
}

export async function openCutProxy(serverUrl: string): Promise<CutProxy> {
  const { hostname, port } = new URL(serverUrl)
  let cut = { text: '', when: 'before', times: 0 }
  let refused = 0
  const open = new Set<Socket>()
  const frozen = new WeakSet<Socket>()
  const proxy = createServer((client) => {
    if (refused > 0) {
      refused -= 1
      client.destroy()
      return
    }
    const server = connect(Number(port || DEFAULT_PORT), hostname)
    const destroy = (): void => {
      client.destroy()
      server.destroy()
    }
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', destroy).on('close', () => open.delete(socket))
    }
    client.on('data', (data) => {
      if (frozen.has(client)) return
      const isCut = cut.times > 0 && data.includes(cut.text)
      if (isCut) cut.times -= 1
      if (isCut && cut.when === 'before') {
        destroy()
        return
      }
      server.write(data)
      // Its answer shows that the server has done it, and nobody gets to read it.
      if (isCut) server.removeAllListeners('data').once('data', destroy)
    })
    server.on('data', (data) => {
      if (!frozen.has(client)) client.write(data)
    })
    client.on('end', () => server.end())
    server.on('end', () => client.end())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  return {
    port: address instanceof Object ? address.port : 0,
    cutAt: (text, when, times) => {
      cut = { text, when, times }
    },
    refuse: (times) => {
      refused = times
    },
    freeze: () => {
      for (const socket of open) frozen.add(socket)
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

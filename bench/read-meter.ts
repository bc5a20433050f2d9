import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** What a client of PostgreSQL has sent and received. */
export interface Read {
  readonly statements: number
  readonly notifications: number
  /** Received. */
  readonly bytes: number
}

/** Stands between a node and PostgreSQL, and counts. */
export interface ReadMeter {
  /** For the node. */
  readonly url: string
  read(): Read
  close(): void
}

// The first byte of a message is its kind. A statement is executed by one of these.
const EXECUTE = 'E'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const NOTIFICATION = 'A'.charCodeAt(0)

export async function openReadMeter(serverUrl: string): Promise<ReadMeter> {
  const { hostname, port } = new URL(serverUrl)
  let [statements, notifications, bytes] = [0, 0, 0]
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    const sent = kindsOf(true, (kind) => {
      if (kind === EXECUTE || kind === QUERY) statements += 1
    })
    const received = kindsOf(false, (kind) => {
      if (kind === NOTIFICATION) notifications += 1
    })
    client.on('data', sent).pipe(server)
    server
      .on('data', (data) => {
        bytes += data.length
        received(data)
      })
      .pipe(client)
    client.on('error', () => server.destroy())
    server.on('error', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(serverUrl)
  url.port = String((proxy.address() as AddressInfo).port)
  return {
    url: url.href,
    read: () => ({ statements, notifications, bytes }),
    close: () => {
      proxy.close()
    },
  }
}

/** Tells the kinds of the messages in a stream. The first message of a client has none. */
function kindsOf(isClient: boolean, tell: (kind: number) => void): (data: Buffer) => void {
  let isFirst = isClient
  let waiting: Buffer = Buffer.alloc(0)
  return (data) => {
    waiting = Buffer.concat([waiting, data])
    for (;;) {
      const head = isFirst ? 0 : 1
      if (waiting.length < head + 4) return
      const end = head + waiting.readInt32BE(head)
      if (waiting.length < end) return
      if (!isFirst) tell(waiting[0] ?? 0)
      isFirst = false
      waiting = waiting.subarray(end)
    }
  }
}

import { randomUUID } from 'node:crypto'
import { postOf } from './connection.js'
import { type Load, type Loaded, openConnections, postAll } from './load.js'

export interface Posting extends Partial<Pick<Load, 'requests' | 'seconds'>> {
  /** The hook URL without the key. */
  readonly url: string
  readonly clients: number
  /** The key that a client posts to next. */
  readonly keyFor: (client: number) => string
  /** What a client posts next. Default: always `BODY`. */
  readonly bodyOf?: (client: number) => string
  /** Whether each request has an Idempotency-Key of its own. */
  readonly withKey?: boolean
}

export const BODY = JSON.stringify({
  text: '[FIRING:1] DiskFull on db-01: 91 % of /var is used, 4 GB are left, growing by 1 GB an hour',
})

/** Posts on keep-alive connections, each one request after another. */
export async function postFor({
  url,
  clients,
  keyFor,
  bodyOf = () => BODY,
  withKey = false,
  requests = Infinity,
  seconds = Infinity,
}: Posting): Promise<Loaded> {
  const { host, pathname } = new URL(url)
  const connections = await openConnections(url, clients)
  const next = (client: number): Buffer => {
    const headers = withKey ? [`Idempotency-Key: ${randomUUID()}`] : []
    return postOf(host, pathname + keyFor(client), bodyOf(client), headers)
  }
  try {
    return await postAll(connections, next, { requests, seconds })
  } finally {
    for (const connection of connections) connection.close()
  }
}

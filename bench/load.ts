import { Connection, postOf } from './connection.js'
import { percentile } from './figures.js'

/** Where to post. */
export interface Hook {
  readonly url: string
  /** Sends the whole URL in each request, as to a proxy. */
  readonly absolute?: boolean
}

/** What to post, whichever bound is met first. */
export interface Load {
  readonly body: string
  /** Requests of all connections together. */
  readonly requests: number
  readonly seconds: number
}

export interface Loaded {
  readonly requests: number
  readonly seconds: number
  readonly p50Millis: number
  readonly p99Millis: number
}

export async function openConnections(url: string, count: number): Promise<readonly Connection[]> {
  return Promise.all(Array.from({ length: count }, async () => Connection.open(url)))
}

/** Posts on all connections, on each one request after another. Throws at the first answer but `ok`. */
export async function postLoad(
  connections: readonly Connection[],
  { url, absolute = false }: Hook,
  { body, requests, seconds }: Load,
): Promise<Loaded> {
  const { host, pathname } = new URL(url)
  const request = postOf(host, absolute ? url : pathname, body)
  const latencies: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  let started = 0
  const postOn = async (connection: Connection): Promise<void> => {
    for (let now = began; started < requests && now < end;) {
      started += 1
      const sent = performance.now()
      const { status, text } = await connection.send(request)
      if (status !== 200 || text !== 'ok') throw new Error(`${url} answered ${status} ${text}`)
      now = performance.now()
      latencies.push(now - sent)
    }
  }
  await Promise.all(connections.map(postOn))
  return {
    requests: latencies.length,
    seconds: (performance.now() - began) / 1000,
    p50Millis: percentile(latencies, 0.5),
    p99Millis: percentile(latencies, 0.99),
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { Connection, postOf } from './connection.js'
import { percentile } from './figures.js'

/** Where to post. */
export interface Hook {
  readonly url: string
}

/** What to post, whichever bound is met first. */
export interface Load {
  readonly body: string
  /** Requests of all connections together. */
  readonly requests: number
  readonly seconds: number
}

/** What was answered with `ok`. */
export interface Loaded {
  readonly requests: number
  /** Answers 503 besides: where storing takes too long, the library stores fewer messages at once. */
  readonly shed: number
  readonly seconds: number
  readonly p50Millis: number
  readonly p99Millis: number
}

/** What a client waits after a 503, in milliseconds. */
const RETRY_MS = 100

export async function openConnections(url: string, count: number): Promise<readonly Connection[]> {
  return Promise.all(Array.from({ length: count }, async () => Connection.open(url)))
}

/** Posts on all connections, on each one request after another. Throws at any answer but `ok` and 503. */
export async function postLoad(
  connections: readonly Connection[],
  { url }: Hook,
  { body, ...bounds }: Load,
): Promise<Loaded> {
  const { host, pathname } = new URL(url)
  const request = postOf(host, pathname, body)
  return postAll(connections, () => request, bounds)
}

/** The same; each connection, by its number, is given the bytes of its next request. */
export async function postAll(
  connections: readonly Connection[],
  next: (connection: number) => Buffer,
  { requests, seconds }: Pick<Load, 'requests' | 'seconds'>,
): Promise<Loaded> {
  const latencies: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  let left = requests
  let shed = 0
  const postOn = async (connection: Connection, number: number): Promise<void> => {
    while (left > 0 && performance.now() < end) {
      left -= 1
      const sent = performance.now()
      const { status, text } = await connection.send(next(number))
      if (status === 503) {
        left += 1
        shed += 1
        await delay(RETRY_MS)
      } else if (status === 200 && text === 'ok') latencies.push(performance.now() - sent)
      else throw new Error(`a request was answered with ${status} ${text}`)
    }
  }
  await Promise.all(connections.map(postOn))
  return {
    requests: latencies.length,
    shed,
    seconds: (performance.now() - began) / 1000,
    p50Millis: percentile(latencies, 0.5),
    p99Millis: percentile(latencies, 0.99),
  }
}

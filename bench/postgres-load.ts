import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Connection, postOf } from './connection.js'
import { RETRY_MS } from './load.js'

export interface Posting {
  /** The hook URLs, over which the clients are spread. */
  readonly hooks: readonly string[]
  readonly clients: number
  readonly seconds: number
  /** Whether each request has an Idempotency-Key of its own. */
  readonly withKey?: boolean
  /** What a client posts next. Default: always `BODY`. */
  readonly bodyOf?: (client: number) => string
}

export const BODY = JSON.stringify({
  text: '[FIRING:1] DiskFull on db-01: 91 % of /var is used, 4 GB are left, growing by 1 GB an hour',
})

export interface Posted {
  /** Milliseconds until each answer that said `ok`. */
  readonly latencies: readonly number[]
  /** Responses 503: where storing takes too long, the library stores fewer messages at once. */
  readonly shed: number
}

/** Posts on keep-alive connections, each one request after another. */
export async function postFor(posting: Posting): Promise<Posted> {
  const end = performance.now() + posting.seconds * 1000
  const clients = Array.from({ length: posting.clients }, (_, client) =>
    postUntil(end, posting, client),
  )
  const all = await Promise.all(clients)
  return {
    latencies: all.flatMap(({ latencies }) => latencies),
    shed: all.reduce((sum, { shed }) => sum + shed, 0),
  }
}

async function postUntil(
  end: number,
  { hooks, withKey, bodyOf = () => BODY }: Posting,
  client: number,
): Promise<Posted> {
  const { host, pathname, origin } = new URL(hooks[client % hooks.length] ?? '')
  const connection = await Connection.open(origin)
  try {
    const latencies: number[] = []
    let shed = 0
    while (performance.now() < end) {
      const headers = withKey === true ? [`Idempotency-Key: ${randomUUID()}`] : []
      const request = postOf(host, pathname, bodyOf(client), headers)
      const sent = performance.now()
      const { status, text } = await connection.send(request)
      if (status === 200) latencies.push(performance.now() - sent)
      else if (status !== 503) throw new Error(`${origin} answered ${status} ${text}`)
      else {
        shed += 1
        await delay(RETRY_MS)
      }
    }
    return { latencies, shed }
  } finally {
    connection.close()
  }
}

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Connection, postOf } from './connection.js'
import { RETRY_MS } from './load.js'
import { keyOf } from './postgres-database.js'

export interface Posting {
  /** The hook URL without the key. */
  readonly url: string
  readonly clients: number
  /** The clients are spread over this many channels. */
  readonly channels: number
  readonly seconds: number
  /** Whether each request has an Idempotency-Key of its own. */
  readonly withKey?: boolean
}

export const BODY = JSON.stringify({
  text: '[FIRING:1] DiskFull on db-01: 91 % of /var is used, 4 GB are left, growing by 1 GB an hour',
})

export interface Posted {
  readonly posts: number
  /** Responses 503: where storing takes too long, the library stores fewer messages at once. */
  readonly shed: number
}

/** Posts on keep-alive connections, each one request after another. */
export async function postFor(posting: Posting): Promise<Posted> {
  const end = performance.now() + posting.seconds * 1000
  const clients = Array.from({ length: posting.clients }, async (_, number) =>
    postUntil(end, posting, keyOf(number % posting.channels)),
  )
  const all = (await Promise.all(clients)).flat()
  const posts = all.filter((isStored) => isStored).length
  return { posts, shed: all.length - posts }
}

/** Whether each request was stored. */
async function postUntil(
  end: number,
  { url, withKey }: Posting,
  key: string,
): Promise<readonly boolean[]> {
  const { host, pathname } = new URL(url)
  const connection = await Connection.open(url)
  try {
    const stored: boolean[] = []
    while (performance.now() < end) {
      const headers = withKey === true ? [`Idempotency-Key: ${randomUUID()}`] : []
      const { status, text } = await connection.send(postOf(host, pathname + key, BODY, headers))
      if (status !== 200 && status !== 503) throw new Error(`${url} answered ${status} ${text}`)
      stored.push(status === 200)
      if (status === 503) await delay(RETRY_MS)
    }
    return stored
  } finally {
    connection.close()
  }
}

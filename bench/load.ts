import { Agent } from 'node:http'
import { call } from '../test/support/http-client.js'

export interface Load {
  readonly clients: number
  readonly body: string
  /** Requests in all, whichever bound is met first. */
  readonly requests: number
  readonly seconds?: number
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
}

/** Posts from several clients, each one request after another. Throws at the first answer but `ok`. */
export async function postLoad(url: string, load: Load): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.clients })
  const began = performance.now()
  const end = began + (load.seconds ?? 120) * 1000
  let started = 0
  let done = 0
  const client = async (): Promise<void> => {
    while (started < load.requests && performance.now() < end) {
      started += 1
      const { status, text } = await call(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: load.body,
        agent,
      })
      if (status !== 200 || text !== 'ok') throw new Error(`${url} answered ${status} ${text}`)
      done += 1
    }
  }
  try {
    await Promise.all(Array.from({ length: load.clients }, client))
  } finally {
    agent.destroy()
  }
  return { requests: done, seconds: (performance.now() - began) / 1000 }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}

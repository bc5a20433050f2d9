import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long kept-alive connections may still deliver a request that was already sent. */
const LAST_REQUESTS_MS = 250

export interface Drain {
  /** Counts a request without a response yet. */
  watch(res: ServerResponse): void
  /**
   * Accepts no more connections and resolves when all requests have a response, or after `limitMs`.
   * Responses sent meanwhile close their connections.
   */
  finish(limitMs: number): Promise<void>
}

/** Counts the requests in flight. Call it before the server has other listeners. */
export function createDrain(server: Server): Drain {
  const running = new Running()
  let stopping = false
  server.on('request', (_req, res: ServerResponse) => {
    if (stopping) res.setHeader('Connection', 'close')
  })
  return {
    watch: (res) => {
      running.add(res)
    },
    finish: async (limitMs) => {
      stopping = true
      // Unlike the server's own method, this does not close idle connections immediately.
      NetServer.prototype.close.call(server)
      const still = performance.now() + Math.min(LAST_REQUESTS_MS, limitMs)
      for (const res of running.all()) if (!res.headersSent) res.setHeader('Connection', 'close')
      const end = performance.now() + limitMs
      while (performance.now() < (running.count > 0 ? end : still)) {
        await sleep(10)
      }
      server.closeIdleConnections()
      if (running.count > 0) server.closeAllConnections()
    },
  }
}

/**
 * The responses in progress, in reusable slots. With thousands of additions per second, a Set leaves
 * old tables in memory, which keep their contents alive until the next full collection: hundreds of
 * megabytes.
 */
class Running {
  readonly #places: (ServerResponse | null)[] = []
  readonly #free: number[] = []

  get count(): number {
    return this.#places.length - this.#free.length
  }

  add(res: ServerResponse): void {
    const place = this.#free.pop() ?? this.#places.length
    this.#places[place] = res
    res.once('close', () => {
      this.#places[place] = null
      this.#free.push(place)
    })
  }

  all(): ServerResponse[] {
    return this.#places.flatMap((res) => res ?? [])
  }
}

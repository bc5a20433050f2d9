import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long connections that are kept alive may bring a request that was already on its way. */
const LAST_REQUESTS_MS = 250

export interface Drain {
  /** Counts a request that is not answered yet. */
  watch(res: ServerResponse): void
  /**
   * Takes no more connections and resolves when all requests are answered, or after `limitMs`.
   * Answers given meanwhile close their connections.
   */
  finish(limitMs: number): Promise<void>
}

/** Keeps count of the requests in flight. To be called before the server has other listeners. */
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
      // Without closing idle connections at once, as the server's own would.
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
 * The answers under way, in places that are used again. A Set that thousands go through a second
 * leaves behind old tables of itself, which keep alive what they once held until the next full
 * collection: hundreds of megabytes.
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

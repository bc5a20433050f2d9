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
  const running = new Set<ServerResponse>()
  let stopping = false
  server.on('request', (_req, res: ServerResponse) => {
    if (stopping) res.setHeader('Connection', 'close')
  })
  return {
    watch: (res) => {
      running.add(res)
      res.once('close', () => running.delete(res))
    },
    finish: async (limitMs) => {
      stopping = true
      // Without closing idle connections at once, as the server's own would.
      NetServer.prototype.close.call(server)
      const still = performance.now() + Math.min(LAST_REQUESTS_MS, limitMs)
      for (const res of running) if (!res.headersSent) res.setHeader('Connection', 'close')
      const end = performance.now() + limitMs
      while (performance.now() < (running.size > 0 ? end : still)) {
        await sleep(10)
      }
      server.closeIdleConnections()
      if (running.size > 0) server.closeAllConnections()
    },
  }
}

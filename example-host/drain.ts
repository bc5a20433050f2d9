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
      // Unlike the server's own method, this does not close idle connections immediately.
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

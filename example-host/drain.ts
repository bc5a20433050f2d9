import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as takeWhatArrived, setTimeout as sleep } from 'node:timers/promises'

/** How long no request may have arrived on kept-alive connections before they are closed. */
const QUIET_MS = 250
/** How long to wait for that, while requests arrive. */
const LAST_REQUESTS_MS = 2_000

export type Drain = Readonly<ReturnType<typeof createDrain>>

/** Counts the requests in flight. Call it before the server has other listeners. */
export function createDrain(server: Server) {
  const running = new Set<ServerResponse>()
  let stopping = false
  let lastAt = 0
  server.on('request', (_req, res: ServerResponse) => {
    if (!stopping) return
    lastAt = performance.now()
    res.setHeader('Connection', 'close')
  })
  return {
    /** Counts a request without a response yet. */
    watch: (res: ServerResponse): void => {
      running.add(res)
      res.once('close', () => running.delete(res))
    },
    /**
     * Accepts no more connections and resolves when all requests have a response, or after `limitMs`.
     * Responses sent meanwhile close their connections.
     */
    finish: async (limitMs: number): Promise<void> => {
      stopping = true
      const began = performance.now()
      lastAt = began
      const wait = async (isOver: () => boolean): Promise<void> => {
        while (!isOver() && performance.now() < began + limitMs) {
          await sleep(10)
          await takeWhatArrived()
        }
      }
      for (const res of running) if (!res.headersSent) res.setHeader('Connection', 'close')
      // Closing resets connections that the process has not accepted yet, and those with a request that
      // it has not read yet; and time in which it did not run would seem quiet.
      await takeWhatArrived()
      // Unlike the server's own method, this does not close idle connections immediately.
      NetServer.prototype.close.call(server)
      await wait(() => {
        const now = performance.now()
        const isQuiet = now > lastAt + QUIET_MS || now > began + LAST_REQUESTS_MS
        return isQuiet && running.size === 0
      })
      server.closeIdleConnections()
      await wait(() => running.size === 0)
      if (running.size > 0) server.closeAllConnections()
    },
  }
}

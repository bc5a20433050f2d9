import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as takeWhatArrived, setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 10
/**
 * How many looks in a row must have found no request before kept-alive connections are closed: a second on a
 * machine that is idle, longer on one that is not, where load balancers are late as well.
 */
const QUIET_LOOKS = 100
/** How long to wait for that, while requests arrive. */
const LAST_REQUESTS_MS = 5_000
/** Turns of the event loop in a row without a new connection, after which none waits to be accepted. */
const EMPTY_TURNS = 3
const MOST_TURNS = 2_000

export type Drain = Readonly<ReturnType<typeof createDrain>>

/** Counts the requests in flight. Call it before the server has other listeners. */
export function createDrain(server: Server) {
  const running = new Set<ServerResponse>()
  let accepted = 0
  let closed = 0
  let stopping = false
  let quietLooks = 0
  server.on('connection', (socket: Socket) => {
    accepted += 1
    socket.once('close', () => {
      closed += 1
    })
  })
  server.on('request', (_req, res: ServerResponse) => {
    if (!stopping) return
    quietLooks = 0
    res.setHeader('Connection', 'close')
  })
  const acceptWhatWaits = async (): Promise<void> => {
    // The first immediate of an event such as a signal runs before anything more is taken, later ones after.
    await takeWhatArrived()
    for (let turns = 0, empty = 0; empty < EMPTY_TURNS && turns < MOST_TURNS; turns += 1) {
      const before = accepted
      await takeWhatArrived()
      empty = accepted === before ? empty + 1 : 0
    }
  }
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
      const wait = async (isOver: () => boolean): Promise<void> => {
        while (!isOver() && performance.now() < began + limitMs) {
          await sleep(LOOK_MS)
          await takeWhatArrived()
          quietLooks += 1
        }
      }
      for (const res of running) if (!res.headersSent) res.setHeader('Connection', 'close')
      // Closing resets connections that the process has not accepted yet.
      await acceptWhatWaits()
      // Unlike the server's own method, this does not close idle connections immediately.
      NetServer.prototype.close.call(server)
      await wait(() => {
        const isQuiet = quietLooks > QUIET_LOOKS || performance.now() > began + LAST_REQUESTS_MS
        return accepted === closed || (isQuiet && running.size === 0)
      })
      server.closeIdleConnections()
      await wait(() => running.size === 0)
      if (running.size > 0) server.closeAllConnections()
    },
  }
}

// Loaded before the example host, which knows nothing of being watched.
import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Times, type TimeSummary } from '../../support/figures.js'

/** What the server's process says of itself since it was last asked. */
export interface Watched {
  /** From the request event to the end of the answer, by status. */
  readonly byStatus: Readonly<Record<string, TimeSummary>>
  /** Mebibytes: now, and the most since it was last asked. */
  readonly rss: number
  readonly peakRss: number
  /** What is left of the heap after all garbage has been collected. */
  readonly live: number
  /** The longest stall of the event loop, in milliseconds. */
  readonly stall: number
  /** CPU time of the process, all threads, in milliseconds. */
  readonly cpu: number
}

const MIB = 1024 * 1024
setFlagsFromString('--expose-gc')
const began = new WeakMap<ServerResponse, number>()
let cpu = process.cpuUsage()
let times = new Map<number, Times>()
let peak = 0
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

subscribe('http.server.request.start', (message) => {
  began.set((message as { readonly response: ServerResponse }).response, performance.now())
})
subscribe('http.server.response.finish', (message) => {
  const { response } = message as { readonly response: ServerResponse }
  const start = began.get(response)
  if (start === undefined) return
  const { statusCode } = response
  const ofStatus = times.get(statusCode) ?? new Times()
  times.set(statusCode, ofStatus)
  ofStatus.add(performance.now() - start)
})

function liveHeap(): number {
  runInNewContext('gc()')
  return process.memoryUsage().heapUsed
}

setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 100).unref()

process.on('message', () => {
  // Before it costs memory of its own.
  const heap = liveHeap()
  const rss = process.memoryUsage.rss()
  const used = process.cpuUsage(cpu)
  const watched: Watched = {
    byStatus: Object.fromEntries([...times].map(([status, t]) => [String(status), t.summary()])),
    rss: rss / MIB,
    peakRss: Math.max(peak, rss) / MIB,
    live: heap / MIB,
    stall: delay.max / 1e6,
    cpu: (used.user + used.system) / 1000,
  }
  cpu = process.cpuUsage()
  times = new Map()
  peak = rss
  delay.reset()
  process.send?.(watched)
})
// Else the channel would keep the process alive after it has drained.
process.channel?.unref()

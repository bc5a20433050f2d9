import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a target listens, which it says first. */
export interface Place {
  readonly path: string
  readonly port: number
}

/** What a target has used since it started. */
export interface Usage {
  /** Microseconds of CPU time, all threads. */
  readonly cpu: number
  /** The most memory at any time, in kB. */
  readonly peak: number
  /** The memory that it has now, in kB. */
  readonly memory: number
}

/** Serves on a free port of 127.0.0.1, reports where, and its usage whenever it is asked. */
export function serve(app: RequestListener, path: string): Server {
  const server = createServer(app)
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    report({ port, path })
  })
  process.on('message', reportUsage)
  // The parent is gone: nobody asks any more.
  process.on('disconnect', () => process.exit())
  return server
}

export function reportUsage(): void {
  const { user, system } = process.cpuUsage()
  report({ cpu: user + system, peak: peakMemory(), memory: process.memoryUsage.rss() / 1024 })
}

// `maxRSS` also counts what the parent had when it started this process.
function peakMemory(): number {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}

function report(what: Place | Usage): void {
  process.send?.(what)
}

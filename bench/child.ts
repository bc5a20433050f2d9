import type { RequestListener } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a target says to the parent: where it listens, or the CPU time it has used, in microseconds. */
export type Report = { readonly path: string; readonly port: number } | { readonly cpu: number }

/** Serves on a free port of 127.0.0.1, reports where, and its CPU time whenever it is asked. */
export function serve(app: RequestListener, path: string): void {
  const server = createServer(app)
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    report({ port, path })
  })
  process.on('message', reportCpu)
  // The parent is gone: nobody asks any more.
  process.on('disconnect', () => process.exit())
}

export function reportCpu(): void {
  const { user, system } = process.cpuUsage()
  report({ cpu: user + system })
}

function report(what: Report): void {
  process.send?.(what)
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { env } from 'node:process'
import type { BatchResult } from 'express-incoming-webhooks/adapters'
import { hookHost } from '../../support/hook-host.js'

/** What the host's process says: where it listens, and what it was asked for. */
export type HungReport =
  | { readonly port: number; readonly path: string }
  | { readonly hung: number; readonly posts: number }

/** `well`: the store answers from now on. */
export type HungOrder = 'well' | 'figures'

const store = { isWell: false, hung: 0 }
const host = hookHost({
  options: { adapterTimeout: Number(env['ADAPTER_TIMEOUT']), limits: { webhook: null } },
  adapt: (adapters) => ({
    ...adapters,
    posts: {
      ...adapters.posts,
      createBatch: (batch) => {
        if (store.isWell) return adapters.posts.createBatch(batch)
        store.hung += 1
        return new Promise<BatchResult>(() => undefined)
      },
    },
  }),
})

function report(what: HungReport): void {
  process.send?.(what)
}

process.on('message', (order: HungOrder) => {
  if (order === 'well') store.isWell = true
  report({ hung: store.hung, posts: host.adapters.host.posts.size })
})
// The parent is gone: nobody asks any more.
process.on('disconnect', () => process.exit())

const server = host.app.listen(0, '127.0.0.1')
await once(server, 'listening')
report({ port: (server.address() as AddressInfo).port, path: host.path })

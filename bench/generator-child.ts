import type { Connection } from './connection.js'
import { type Hook, type Load, openConnections, postLoad } from './load.js'

/** Connects to a server, in place of the one before, or posts to it. */
export type Order =
  | { readonly connect: Hook; readonly connections: number }
  | { readonly load: Load }

let hook: Hook = { url: '' }
let connections: readonly Connection[] = []

async function obey(order: Order): Promise<unknown> {
  if ('load' in order) return postLoad(connections, hook, order.load)
  for (const connection of connections) connection.close()
  hook = order.connect
  connections = await openConnections(hook.url, order.connections)
  return 'connected'
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit())

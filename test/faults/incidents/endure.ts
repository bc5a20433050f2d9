import { setTimeout as sleep } from 'node:timers/promises'
import { generator } from '../../support/random.js'
import { startTwoNodes } from '../../support/host-nodes.js'
import { startOwnPostgres } from '../postgres/server.js'
import { makeDeliveries, makeIncidents } from './lives.js'
import { lookFor, newestPlace, type Wrongs } from './look.js'
import { startSenders } from './senders.js'

const SENDERS = 50
/** How long both nodes and the server work, and how long the server is away, in milliseconds. */
const WORKS_MS = 700
const AWAY_MS = 400

export interface Endured {
  readonly deliveries: number
  readonly kills: number
  readonly restarts: number
  /** How often each status was answered; 0 is no answer. */
  readonly statuses: ReadonlyMap<number, number>
  readonly wrongs: Wrongs
}

/**
 * The events of many incidents out of order, each twice, to two nodes of which one after the other
 * is killed, on a database server that is stopped without a word, again and again.
 */
export async function endureIncidents(count: number, seed: number): Promise<Endured> {
  const incidents = makeIncidents(count)
  const deliveries = makeDeliveries(incidents, generator(seed))
  const server = await startOwnPostgres()
  const nodes = await startTwoNodes([server.url])
  try {
    const before = await newestPlace(server.url)
    const { hookPaths, urls } = nodes
    const paths = new Map(incidents.map(({ id }, n) => [id, hookPaths[n % hookPaths.length] ?? '']))
    const hookPathOf = ({ id }: { readonly id: string }): string => paths.get(id) ?? ''
    const senders = startSenders({ urls, hookPathOf, deliveries, count: SENDERS })
    let rounds = 0
    while (!senders.isDone) {
      await sleep(WORKS_MS)
      await nodes.kill9(rounds % urls.length)
      await sleep(WORKS_MS)
      await server.stopImmediate()
      await sleep(AWAY_MS)
      await server.start()
      rounds += 1
    }
    await senders.done
    return {
      deliveries: deliveries.length,
      kills: rounds,
      restarts: rounds,
      statuses: senders.statuses,
      wrongs: await lookFor(incidents, server.url, before),
    }
  } finally {
    await nodes.stop()
    await server.close()
  }
}

/** What went wrong, in words; empty if nothing did. */
export function faultsOf({ statuses, wrongs }: Endured): readonly string[] {
  const { examples, ...counts } = wrongs
  const wrong = Object.entries(counts).filter(([, count]) => count > 0)
  const crashes = [...statuses].filter(([status]) => status >= 500 && status !== 503)
  return [
    ...wrong.map(([kind, count]) => `${count} ${kind}`),
    ...crashes.map(([status, count]) => `${count} answers ${status}`),
    ...examples,
  ]
}

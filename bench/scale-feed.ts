import { setTimeout as sleep } from 'node:timers/promises'
import { postFor } from './postgres-load.js'
import { openReadMeter, type Read, type ReadMeter } from './read-meter.js'
import type { Row, Worlds } from './scale-rows.js'
import { type Node, startNode } from './targets.js'
import { keyOf } from '../test/support/world/size.js'

const NODES = 3
const POSTS = 500
/** Until a node has read what it was told of. */
const SETTLED_MS = 1_000

/** What each of two nodes reads of a post through a third one, in channels that none of its clients follow. */
export async function measureFeed(
  worlds: Worlds,
  largeKey: (number: number) => string,
): Promise<readonly Row[]> {
  const small = await readsPerPost(worlds.small, (number) => keyOf(number % 50))
  const large = await readsPerPost(worlds.large, largeKey)
  const of = (name: string, figure: keyof Read): Row => ({
    name: `${name} that each of three nodes reads per post`,
    small: small[figure],
    large: large[figure],
  })
  return [
    of('statements', 'statements'),
    of('notifications', 'notifications'),
    of('bytes', 'bytes'),
  ]
}

async function readsPerPost(url: string, keyFor: (number: number) => string): Promise<Read> {
  const meters: ReadMeter[] = []
  const nodes: Node[] = []
  try {
    for (let n = 0; n < NODES; n += 1) {
      const meter = await openReadMeter(url)
      meters.push(meter)
      nodes.push(await startNode(meter.url))
    }
    const [first] = nodes
    const others = meters.slice(1)
    const began = performance.now()
    const busy = await readsDuring(others, async () => {
      let number = 0
      const next = (): string => keyFor((number += 1))
      await postFor({
        url: `${first?.url ?? ''}/hooks/`,
        clients: 1,
        keyFor: next,
        requests: POSTS,
      })
      await sleep(SETTLED_MS)
    })
    const took = performance.now() - began
    // What nodes read anyway, because they ask whether the server is there.
    const idle = await readsDuring(others, () => sleep(took))
    return perPost(busy, idle)
  } finally {
    await Promise.all(nodes.map((node) => node.stop()))
    for (const meter of meters) meter.close()
  }
}

async function readsDuring(
  meters: readonly ReadMeter[],
  work: () => Promise<unknown>,
): Promise<Read> {
  const before = sumOf(meters)
  await work()
  const after = sumOf(meters)
  return {
    statements: after.statements - before.statements,
    notifications: after.notifications - before.notifications,
    bytes: after.bytes - before.bytes,
  }
}

function sumOf(meters: readonly ReadMeter[]): Read {
  const sum = (figure: keyof Read): number =>
    meters.reduce((total, meter) => total + meter.read()[figure], 0)
  return { statements: sum('statements'), notifications: sum('notifications'), bytes: sum('bytes') }
}

function perPost(busy: Read, idle: Read): Read {
  const of = (figure: keyof Read): number => (busy[figure] - idle[figure]) / (POSTS * (NODES - 1))
  return { statements: of('statements'), notifications: of('notifications'), bytes: of('bytes') }
}

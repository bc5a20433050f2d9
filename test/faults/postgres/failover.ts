import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from './cluster.js'
import { hasEnded, startTwoNodes } from './nodes.js'
import { lookFor, startTraffic } from './traffic.js'

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 10)
const CLIENTS = 50
const BACK_MS = 5_000
const WORKS_MS = 1_000

/** Two nodes on a primary that is killed, and a standby that takes its place. */
const cluster = await startCluster()
const nodes = await startTwoNodes(cluster.urls)
let held = false
try {
  const traffic = startTraffic({ urls: nodes.urls, hookPaths: nodes.hookPaths, clients: CLIENTS })
  const back: number[] = []
  for (let round = 0; round < FAILOVERS; round += 1) {
    await traffic.next()
    await sleep(WORKS_MS)
    await cluster.primary.kill()
    await cluster.promote()
    const began = performance.now()
    await traffic.next()
    back.push(performance.now() - began)
    await cluster.rebuildStandby()
  }
  const sent = await traffic.finish()
  const found = await lookFor(sent, cluster.url)
  const ended = nodes.hosts.filter(hasEnded).length
  const longest = Math.max(...back)
  console.log(`${FAILOVERS} failovers, ${sent.size} messages acknowledged`, found)
  console.log(`back after ${Math.round(longest)} ms at most; processes that ended: ${ended}`)
  for (const host of nodes.hosts) if (hasEnded(host)) console.log(host.output().slice(-2000))
  held = found.lost + found.doubled + found.torn + ended === 0 && longest < BACK_MS
} finally {
  await nodes.stop()
  await cluster.close()
}
console.log(held ? 'held' : 'did not hold')
process.exitCode = held ? 0 : 1

import { setTimeout as sleep } from 'node:timers/promises'
import { hasEnded, startTwoNodes } from './nodes.js'
import { startPostgres } from './server.js'
import { lookFor, startTraffic } from './traffic.js'

const RESTARTS = Number(process.env['RESTARTS'] ?? 50)
const CLIENTS = 50
const BACK_MS = 5_000
/** How long the server works, and how long it is away, in milliseconds. */
const WORKS_MS = 700
const AWAY_MS = 400

/** Two nodes on a database server that is stopped without a word, again and again. */
const server = await startPostgres()
const nodes = await startTwoNodes([server.url])
let held = false
try {
  const traffic = startTraffic({ urls: nodes.urls, hookPaths: nodes.hookPaths, clients: CLIENTS })
  const back: number[] = []
  for (let round = 0; round < RESTARTS; round += 1) {
    await traffic.next()
    await sleep(WORKS_MS)
    await server.stopImmediate()
    await sleep(AWAY_MS)
    await server.start()
    const began = performance.now()
    await traffic.next()
    back.push(performance.now() - began)
  }
  const sent = await traffic.finish()
  const found = await lookFor(sent, server.url)
  const ended = nodes.hosts.filter(hasEnded).length
  const longest = Math.max(...back)
  console.log(`${RESTARTS} restarts, ${sent.size} messages acknowledged`, found)
  console.log(`back after ${Math.round(longest)} ms at most; processes that ended: ${ended}`)
  for (const host of nodes.hosts) if (hasEnded(host)) console.log(host.output().slice(-2000))
  held = found.lost + found.doubled + found.torn + ended === 0 && longest < BACK_MS
} finally {
  await nodes.stop()
  await server.close()
}
console.log(held ? 'held' : 'did not hold')
process.exitCode = held ? 0 : 1

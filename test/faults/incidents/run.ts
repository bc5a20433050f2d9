import { setTimeout as sleep } from 'node:timers/promises'
import { generator } from '../../support/random.js'
import { startTwoNodes } from '../postgres/nodes.js'
import { startPostgres } from '../postgres/server.js'
import { makeDeliveries, makeIncidents } from './lives.js'
import { lookFor } from './look.js'
import { startSenders } from './senders.js'

const INCIDENTS = Number(process.env['INCIDENTS'] ?? 1000)
const SENDERS = 50
const SEED = Number(process.env['INCIDENTS_SEED'] ?? Date.now())
/** How long both nodes and the server work, and how long the server is away, in milliseconds. */
const WORKS_MS = 700
const AWAY_MS = 400

/**
 * The events of many incidents out of order, each twice, to two nodes of which one after the other
 * is killed, on a database server that is stopped without a word, again and again.
 */
const incidents = makeIncidents(INCIDENTS)
const deliveries = makeDeliveries(incidents, generator(SEED))
const server = await startPostgres()
const nodes = await startTwoNodes([server.url])
process.exitCode = 1
try {
  const placeOf = new Map(incidents.map(({ id }, place) => [id, place % nodes.hookPaths.length]))
  const senders = startSenders({
    urls: nodes.urls,
    hookPathOf: ({ incident }) => nodes.hookPaths[placeOf.get(incident.id) ?? 0] ?? '',
    deliveries,
    count: SENDERS,
  })
  let kills = 0
  let restarts = 0
  while (!senders.isDone) {
    await sleep(WORKS_MS)
    await nodes.kill9(kills % nodes.urls.length)
    kills += 1
    await sleep(WORKS_MS)
    await server.stopImmediate()
    await sleep(AWAY_MS)
    await server.start()
    restarts += 1
  }
  await senders.done
  const found = await lookFor(incidents, server.url)
  const statuses = Object.fromEntries(senders.statuses)
  const crashes = Object.keys(statuses).filter((each) => Number(each) >= 500 && each !== '503')
  console.log(`seed ${SEED}: ${incidents.length} incidents, ${deliveries.length} deliveries`)
  console.log(`${kills} kills, ${restarts} restarts of the database; answers`, statuses, found)
  const { rootPosts, missing, doubled, untrue, torn, repeated } = found
  const wrong = missing + doubled + untrue + torn + repeated + crashes.length
  const held = wrong === 0 && rootPosts === incidents.length && restarts > 0
  console.log(held ? 'held' : 'did not hold')
  if (held) process.exitCode = 0
} finally {
  await nodes.stop()
  await server.close()
}

import { setTimeout as sleep } from 'node:timers/promises'
import { endure } from './endure.js'
import { startTwoNodes } from '../../support/host-nodes.js'
import { startOwnPostgres } from './server.js'

const RESTARTS = Number(process.env['RESTARTS'] ?? 50)
/** How long the server works, and how long it is away, in milliseconds. */
const WORKS_MS = 700
const AWAY_MS = 400

/** Two nodes on a database server that is stopped without a word, again and again. */
const server = await startOwnPostgres()
const nodes = await startTwoNodes([server.url])
process.exitCode = 1
try {
  const held = await endure({
    rounds: RESTARTS,
    what: 'restarts',
    nodes,
    disturb: async () => {
      await sleep(WORKS_MS)
      await server.stopImmediate()
      await sleep(AWAY_MS)
      await server.start()
    },
    databaseUrl: () => server.url,
  })
  if (held) process.exitCode = 0
} finally {
  await nodes.stop()
  await server.close()
}

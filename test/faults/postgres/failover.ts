import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from './cluster.js'
import { endure } from './endure.js'
import { startTwoNodes } from '../../support/host-nodes.js'

const FAILOVERS = Number(process.env['FAILOVERS'] ?? 10)
const WORKS_MS = 1_000

/** Two nodes on a primary that is killed, and a standby that takes its place. */
const cluster = await startCluster()
const nodes = await startTwoNodes(cluster.urls)
process.exitCode = 1
try {
  const held = await endure({
    rounds: FAILOVERS,
    what: 'failovers',
    nodes,
    disturb: async () => {
      await sleep(WORKS_MS)
      await cluster.primary.kill()
      await cluster.promote()
    },
    restore: () => cluster.rebuildStandby(),
    databaseUrl: () => cluster.url,
  })
  if (held) process.exitCode = 0
} finally {
  await nodes.stop()
  await cluster.close()
}

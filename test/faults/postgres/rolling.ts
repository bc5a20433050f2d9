import { redactKeys } from 'express-incoming-webhooks'
import { PER_SECOND, sendEvenly } from '../../support/even-sender.js'
import { startNginx } from '../../support/nginx.js'
import { until } from '../../support/until.js'
import { startTwoNodes } from '../../support/host-nodes.js'
import { startOwnPostgres } from './server.js'
import { lookFor } from '../../support/stored-messages.js'

const RUNS = Number(process.env['ROLLING_RUNS'] ?? 3)
const MESSAGES = 1_200

/** Two nodes behind the nginx.conf of example-host/deploy, which are restarted in turns, or killed. */
const server = await startOwnPostgres()
const nodes = await startTwoNodes([server.url])
const [first, second] = nodes.hosts
const nginx = await startNginx([first?.port ?? 0, second?.port ?? 0], (text) =>
  text.replaceAll('error.log emerg;', 'error.log info;'),
)
process.exitCode = 1
try {
  const results: boolean[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const result = await sendDuring('restarts in turns, without a pause', async (count) => {
      while (count() < MESSAGES) for (const node of [0, 1]) await nodes.restart(node)
    })
    results.push(result.refused + result.lost + result.doubled === 0)
  }
  const killed = await sendDuring('a kill of each, within seconds', async (count) => {
    await until('a third is sent', () => count() > MESSAGES / 3)
    for (const node of [0, 1]) await nodes.kill9(node)
  })
  // A request that a node has when it dies is not repeated: it may be stored.
  results.push(killed.lost + killed.doubled === 0 && killed.refused < PER_SECOND / 2)
  const held = results.every((each) => each)
  console.log(held ? 'held' : 'did not hold')
  if (held) process.exitCode = 0
} finally {
  await nginx.close()
  await nodes.stop()
  await server.close()
}

/** Why nginx answered some requests itself. That a connection is refused is no reason. */
async function showFailures(): Promise<void> {
  const { access, error } = await nginx.logs()
  const failed = access.split('\n').filter((line) => line.includes('" 502 '))
  const reasons = error.split('\n').filter((line) => /upstream/.test(line) && !/refused/.test(line))
  for (const line of [...failed, ...reasons]) console.log(redactKeys(line))
}

async function sendDuring(
  what: string,
  work: (count: () => number) => Promise<void>,
): Promise<{ refused: number; lost: number; doubled: number }> {
  const target = { url: nginx.url, hookPaths: nodes.hookPaths, atLeast: MESSAGES }
  const { acknowledged, refused } = await sendEvenly(target, work)
  const { lost, doubled } = await lookFor(acknowledged, server.url)
  const unanswered = await lookFor(new Map(refused.map(([id]) => [id, 1])), server.url)
  const result = { refused: refused.length, lost, doubled: doubled + unanswered.doubled }
  const ofRefused = refused.length - unanswered.lost
  if (refused.length > 0) await showFailures()
  console.log(
    `${what}: ${acknowledged.size + refused.length} sent`,
    result,
    `of the refused ${ofRefused} are stored`,
  )
  return result
}

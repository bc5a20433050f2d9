import { hasEnded, type TwoNodes } from '../../support/host-nodes.js'
import { lookFor } from '../../support/stored-messages.js'
import { startTraffic } from './traffic.js'

const CLIENTS = 50
/** The milliseconds within which messages must be stored again. */
const BACK_MS = 5_000

export interface Trial {
  readonly rounds: number
  /** What is done in each round. */
  readonly what: string
  readonly nodes: TwoNodes
  /** Takes the database away. Resolves as soon as one is there again. */
  readonly disturb: () => Promise<void>
  /** Makes ready for the next round. */
  readonly restore?: () => Promise<void>
  readonly databaseUrl: () => string
}

/** Sends to both nodes all the while, and returns whether nothing was lost, doubled, torn or ended. */
export async function endure({ nodes, ...trial }: Trial): Promise<boolean> {
  const { urls, hookPaths, hosts } = nodes
  const traffic = startTraffic({ urls, hookPaths, clients: CLIENTS })
  const back: number[] = []
  for (let round = 0; round < trial.rounds; round += 1) {
    await traffic.next()
    await trial.disturb()
    const began = performance.now()
    await traffic.next()
    back.push(performance.now() - began)
    await trial.restore?.()
  }
  const sent = await traffic.finish()
  const found = await lookFor(sent, trial.databaseUrl())
  const ended = hosts.filter(hasEnded)
  const longest = Math.max(...back)
  console.log(`${trial.rounds} ${trial.what}, ${sent.size} messages acknowledged`, found)
  console.log(`back after ${Math.round(longest)} ms at most; processes that ended: ${ended.length}`)
  for (const host of ended) console.log(host.output().slice(-2000))
  const { lost, doubled, torn } = found
  const held = lost + doubled + torn + ended.length === 0 && longest < BACK_MS
  console.log(held ? 'held' : 'did not hold')
  return held
}

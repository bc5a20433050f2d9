import { median, postLoad } from './load.js'
import { alertmanagerBody, startChild, startLowdb, type Target } from './targets.js'

const ROUNDS = 10
const CLIENTS = 20
const WARM_UP = 2000

/**
 * Server CPU time per request, side by side. The targets take turns in short rounds, so that
 * whatever else the machine does meets all of them alike.
 */
export async function compareCpu(requests: number): Promise<void> {
  const targets: Target[] = []
  const body = alertmanagerBody()
  try {
    targets.push(
      await startChild('bare-http'),
      await startChild('bare'),
      await startChild('memory', { THROUGH: 'listener' }, 'listener'),
      await startChild('memory'),
      await startLowdb(),
    )
    const used = new Map(targets.map(({ name }) => [name, new Array<number>()]))
    for (const { hookUrl } of targets) {
      await postLoad(hookUrl, { clients: CLIENTS, body, requests: WARM_UP })
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const target of targets) {
        used.get(target.name)?.push(await cpuPerRequest(target, body, Math.ceil(requests / ROUNDS)))
      }
    }
    print(used)
  } finally {
    await Promise.all(targets.map((target) => target.stop()))
  }
}

async function cpuPerRequest(target: Target, body: string, requests: number): Promise<number> {
  const before = await target.cpu()
  const result = await postLoad(target.hookUrl, { clients: CLIENTS, body, requests })
  return ((await target.cpu()) - before) / result.requests
}

function print(used: ReadonlyMap<string, readonly number[]>): void {
  const bare = median(used.get('bare') ?? [])
  console.log('target      CPU µs/request (median, lowest to highest)     bare/target')
  for (const [name, values] of used) {
    const middle = median(values)
    const range = `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`
    const figures = `${middle.toFixed(0).padStart(6)}  (${range})`
    console.log(`${name.padEnd(12)}${figures.padEnd(48)}${(bare / middle).toFixed(2)}`)
  }
}

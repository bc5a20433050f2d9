import { median } from './figures.js'
import type { Generator } from './generator.js'
import { startHost, type Target } from './targets.js'

const CONNECTIONS = [1, 20, 100]
const SLICES = 7
const WARM_UP = 4_000
const FILL_CONNECTIONS = 100
const FILL_SECONDS = 180

/**
 * Durable posts per second of two example hosts, one that began empty and one that holds `full`
 * posts. They take turns in short slices, so that whatever else the machine does meets both alike.
 */
export async function measureDurable(
  generator: Generator,
  full: number,
  seconds: number,
): Promise<void> {
  const small = await startHost('empty', 'listener')
  const large = await startHost('full', 'listener')
  try {
    const filled = await generator.post(large.hook, FILL_CONNECTIONS, {
      body: bodyOf('filling'),
      requests: full,
      seconds: FILL_SECONDS,
    })
    const warmUp = { body: bodyOf('warm-up'), requests: WARM_UP, seconds: FILL_SECONDS }
    await generator.post(small.hook, 20, warmUp)
    console.log(`connections    posts/s empty    posts/s with ${filled.requests}    full/empty`)
    for (const connections of CONNECTIONS) {
      const rateOf = async (target: Target): Promise<number> => {
        const load = { body: bodyOf('measured'), requests: 20_000, seconds: seconds / SLICES }
        const posted = await generator.post(target.hook, connections, load)
        return posted.requests / posted.seconds
      }
      await compare(small, large, connections, rateOf)
    }
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}

async function compare(
  small: Target,
  large: Target,
  connections: number,
  rateOf: (target: Target) => Promise<number>,
): Promise<void> {
  const rates = { small: new Array<number>(), large: new Array<number>() }
  for (let slice = 0; slice < SLICES; slice++) {
    rates.small.push(await rateOf(small))
    rates.large.push(await rateOf(large))
  }
  const [empty, full] = [median(rates.small), median(rates.large)]
  const cells = [
    empty.toFixed(0).padStart(16),
    full.toFixed(0).padStart(19),
    (full / empty).toFixed(2).padStart(17),
  ]
  console.log(`${String(connections).padEnd(11)}${cells.join('')}`)
}

function bodyOf(what: string): string {
  const text = `[FIRING:1] DiskFull on db-01 (${what}): 91 % of /var is used, 4 GB are left, growing by 1 GB an hour`
  return JSON.stringify({ text })
}

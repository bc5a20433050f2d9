import { median, postLoad } from './load.js'
import { startLowdb, type Target } from './targets.js'

const CLIENTS = [1, 20, 100]
const SLICES = 7
const WARM_UP = 4_000
const FILL_CLIENTS = 100
const FILL_SECONDS = 180

/**
 * Durable posts per second of two example hosts, one that began empty and one that holds `full`
 * posts. They take turns in short slices, so that whatever else the machine does meets both alike.
 */
export async function measureDurable(full: number, seconds: number): Promise<void> {
  const small = await startLowdb()
  const large = await startLowdb()
  try {
    const filled = await postLoad(large.hookUrl, {
      clients: FILL_CLIENTS,
      body: bodyOf('filling'),
      requests: full,
      seconds: FILL_SECONDS,
    })
    await postLoad(small.hookUrl, { clients: 20, body: bodyOf('warm-up'), requests: WARM_UP })
    console.log(`clients    posts/s empty    posts/s with ${filled.requests}    full/empty`)
    for (const clients of CLIENTS) await compare(small, large, clients, seconds / SLICES)
  } finally {
    await Promise.all([small.stop(), large.stop()])
  }
}

async function compare(
  small: Target,
  large: Target,
  clients: number,
  seconds: number,
): Promise<void> {
  const rates = { small: new Array<number>(), large: new Array<number>() }
  for (let slice = 0; slice < SLICES; slice++) {
    rates.small.push(await rate(small, clients, seconds))
    rates.large.push(await rate(large, clients, seconds))
  }
  const [empty, full] = [median(rates.small), median(rates.large)]
  const cells = [
    empty.toFixed(0).padStart(16),
    full.toFixed(0).padStart(19),
    (full / empty).toFixed(2).padStart(17),
  ]
  console.log(`${String(clients).padEnd(7)}${cells.join('')}`)
}

async function rate(target: Target, clients: number, seconds: number): Promise<number> {
  const load = { clients, body: bodyOf('measured'), requests: 20_000, seconds }
  const result = await postLoad(target.hookUrl, load)
  return result.requests / result.seconds
}

function bodyOf(what: string): string {
  const text = `[FIRING:1] DiskFull on db-01 (${what}): 91 % of /var is used, 4 GB are left, growing by 1 GB an hour`
  return JSON.stringify({ text })
}

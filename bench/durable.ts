import { postLoad } from './load.js'
import { startLowdb, type Target } from './targets.js'

const CLIENTS = [1, 20, 100]
const MAX_REQUESTS = 20_000
const FILL_CLIENTS = 100
const FILL_SECONDS = 180

/** Durable posts per second of the example host, in an empty store and in one that holds `full` posts. */
export async function measureDurable(full: number, seconds: number): Promise<void> {
  const host = await startLowdb()
  try {
    await postLoad(host.hookUrl, { clients: 20, body: bodyOf('warm-up'), requests: 500 })
    const empty = await rates(host, seconds)
    const stored = 500 + empty.reduce((sum, { requests }) => sum + requests, 0)
    const filled = await postLoad(host.hookUrl, {
      clients: FILL_CLIENTS,
      body: bodyOf('filling'),
      requests: Math.max(0, full - stored),
      seconds: FILL_SECONDS,
    })
    const after = await rates(host, seconds)
    console.log(
      `clients     posts/s empty     posts/s with ${stored + filled.requests}     full/empty`,
    )
    for (const [i, { clients, rate }] of empty.entries()) {
      const fullRate = after[i]?.rate ?? NaN
      const cells = [rate.toFixed(0).padStart(18), fullRate.toFixed(0).padStart(20)]
      console.log(
        `${String(clients).padEnd(7)}${cells.join('')}${(fullRate / rate).toFixed(2).padStart(19)}`,
      )
    }
  } finally {
    await host.stop()
  }
}

interface Rate {
  readonly clients: number
  readonly requests: number
  readonly rate: number
}

async function rates(host: Target, seconds: number): Promise<Rate[]> {
  const found: Rate[] = []
  for (const clients of CLIENTS) {
    const load = { clients, body: bodyOf('measured'), requests: MAX_REQUESTS, seconds }
    const result = await postLoad(host.hookUrl, load)
    found.push({ clients, requests: result.requests, rate: result.requests / result.seconds })
  }
  return found
}

function bodyOf(what: string): string {
  const text = `[FIRING:1] DiskFull on db-01 (${what}): 91 % of /var is used, 4 GB are left, growing by 1 GB an hour`
  return JSON.stringify({ text })
}

import { postsOfPayload, WebhookError } from '../translation.js'
import type { Shape } from './places.js'

/** How much larger the second payload is than the first one. */
const FACTOR = 8
/** Milliseconds below which anything is quick, whatever the machine does meanwhile. */
const QUICK = 25
/** By so much the cost may grow faster than the size: caches, the collector, other work. */
const TOLERANCE = 3
/** On a slow machine the garbage collector disturbs some of them; a cost that grows shows in all. */
const TRIES = 8

/** What is wrong with the cost of a shape, or null. `size`: bytes of the larger one; `run`: what is done with it. */
export function growthFault(
  { name, make }: Shape,
  size: number,
  run: (made: unknown) => unknown = postsOfPayload,
): string | null {
  const large = make(size)
  let worst = ''
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { ms, failure } = costOf(large, run)
    if (failure !== null) return `${name}: ${failure}`
    if (ms < QUICK) return null
    const small = costOf(make(Math.floor(size / FACTOR)), run).ms
    if (ms < FACTOR * TOLERANCE * Math.max(small, 1)) return null
    worst = `${name}: ${small.toFixed(1)} ms, ${ms.toFixed(1)} ms for ${FACTOR} times the size`
  }
  return worst
}

interface Cost {
  readonly ms: number
  /** What no sender may cause. */
  readonly failure: string | null
}

function costOf(made: unknown, run: (made: unknown) => unknown): Cost {
  const began = process.cpuUsage()
  let failure: string | null = null
  try {
    run(made)
  } catch (error) {
    if (!(error instanceof WebhookError)) failure = String(error)
  }
  const { user, system } = process.cpuUsage(began)
  return { ms: (user + system) / 1000, failure }
}

import { createHash } from 'node:crypto'
import type { CounterLimit, CountersAdapter, CounterState } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import { networkOf } from '../rules/networks.js'
import { createTurns } from './turns.js'

/** Attempts from one address, and on one account from one address; running and waiting. */
const MAX_WAITING = 100
/** An office shares an address: it gets several people's tries. */
const ACCOUNTS_PER_ADDRESS = 5

/**
 * So many failures within so many seconds. An IPv6 address counts as its /64, an IPv4-mapped one as
 * the IPv4 address.
 */
export interface SignInLimit {
  /** Failures per account and address. */
  readonly failures: number
  readonly seconds: number
  /** Failures per address, over all accounts. Default 5 times `failures`. */
  readonly failuresPerAddress?: number
}

/** 10 failures in 15 minutes, and so 50 per address over all accounts. */
export const DEFAULT_SIGN_IN_LIMIT: SignInLimit = { failures: 10, seconds: 15 * 60 }

/** An attempt that comes to null has failed, and counts. */
type Attempt<T> = () => Promise<T | null>

/** Throws `rate_limited` instead of attempting where a limit has been reached. */
export interface Throttle {
  byAddress<T>(address: string, attempt: Attempt<T>): Promise<T | null>
  /** To be called within an attempt of the address. A success forgets the failures. */
  byAccount<T>(account: string, address: string, attempt: Attempt<T>): Promise<T | null>
}

export function createThrottle(counters: CountersAdapter, limit: SignInLimit): Throttle {
  const { failures, seconds, failuresPerAddress = ACCOUNTS_PER_ADDRESS * failures } = limit
  return {
    byAddress: createAddressThrottle(counters, { points: failuresPerAddress, seconds }),
    byAccount: createAccountThrottle(counters, { points: failures, seconds }),
  }
}

export const NO_THROTTLE: Throttle = {
  byAddress: (_address, attempt) => attempt(),
  byAccount: (_account, _address, attempt) => attempt(),
}

function createAccountThrottle(
  counters: CountersAdapter,
  limit: CounterLimit,
): Throttle['byAccount'] {
  const inTurn = createTurns(MAX_WAITING)
  // Look, try, count without another attempt of the same account and address in between: guesses
  // sent at once get no more tries than guesses sent one by one.
  return (account, address, attempt) => {
    const key = accountKey(account, networkOf(address))
    return inTurn(key, async () => {
      const before = await lookAt(counters, key, limit)
      const result = await attempt()
      if (result === null) await counters.consume(key, limit)
      else if (before.remaining < limit.points) await counters.reset(key)
      return result
    })
  }
}

/** Attempts from one address that have not ended. */
interface Line {
  attempts: number
  running: number
  /** Called when an attempt has ended. */
  waiting: (() => void)[]
}

/**
 * As many attempts at once as failures are left: each could be one. The others wait rather than
 * being refused, because most people of a shared address know their passwords.
 */
function createAddressThrottle(
  counters: CountersAdapter,
  limit: CounterLimit,
): Throttle['byAddress'] {
  const lines = new Map<string, Line>()
  // Looking and counting in turn, or an attempt could begin by a look from before a failure.
  const inTurn = createTurns(MAX_WAITING)
  const begin = (key: string, line: Line): Promise<{ full: Promise<void> } | null> =>
    inTurn(key, async () => {
      const { remaining } = await lookAt(counters, key, limit)
      if (line.running > 0 && line.running >= remaining) {
        return { full: new Promise<void>((resolve) => line.waiting.push(resolve)) }
      }
      line.running += 1
      return null
    })
  const end = (key: string, line: Line, hasFailed: boolean): Promise<void> =>
    inTurn(key, async () => {
      try {
        if (hasFailed) await counters.consume(key, limit)
      } finally {
        line.running -= 1
        for (const tryAgain of line.waiting.splice(0)) tryAgain()
      }
    })
  const run = async <T>(key: string, line: Line, attempt: Attempt<T>): Promise<T | null> => {
    for (let wait = await begin(key, line); wait; wait = await begin(key, line)) await wait.full
    let hasFailed = false
    try {
      const result = await attempt()
      hasFailed = result === null
      return result
    } finally {
      await end(key, line, hasFailed)
    }
  }
  return async (address, attempt) => {
    const key = `sign-in-address ${networkOf(address)}`
    const line = lines.get(key) ?? { attempts: 0, running: 0, waiting: [] }
    if (line.attempts >= MAX_WAITING) {
      throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
    }
    lines.set(key, line)
    line.attempts += 1
    try {
      return await run(key, line, attempt)
    } finally {
      line.attempts -= 1
      if (line.attempts === 0) lines.delete(key)
    }
  }
}

async function lookAt(
  counters: CountersAdapter,
  key: string,
  limit: CounterLimit,
): Promise<CounterState> {
  const state = await counters.consume(key, limit, 0)
  if (state.allowed) return state
  const retryAfterSeconds = Math.max(1, Math.ceil(state.resetMs / 1000))
  throw new WebhookError('rate_limited', { retryAfterSeconds })
}

/** A digest, so that a huge login id makes no huge key, and no store of counters lists accounts. */
function accountKey(wanted: string, network: string): string {
  // Hosts may be lenient about spaces and letter forms; that must not buy fresh tries.
  const account = wanted.normalize('NFKC').trim().toLowerCase()
  const digest = createHash('sha256')
    .update(JSON.stringify([account, network]))
    .digest('hex')
  return `sign-in:${digest}`
}

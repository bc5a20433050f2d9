import { createHash } from 'node:crypto'
import type { CountersAdapter } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { RateLimit, Taken } from '../model/records.js'
import { networkOf } from '../rules/networks.js'
import { busy, createTurns } from './turns.js'

/** Running and waiting attempts per address, and per account and address. */
const MAX_WAITING = 100
/** Users in an office share an address, so an address gets the failures of several accounts. */
const ACCOUNTS_PER_ADDRESS = 5

/**
 * The number of failures allowed at once; within `seconds` all of them are given back, one by one. An
 * IPv6 address counts as its /64, an IPv4-mapped one as the IPv4 address.
 */
export interface SignInLimit {
  /** Failures per account and address, an integer of at least 1. */
  readonly failures: number
  /** Seconds until all failures are given back, an integer of at least 1. */
  readonly seconds: number
  /** Failures per address, over all accounts. Default: 5 times `failures`. */
  readonly failuresPerAddress?: number
}

/** 10 failures in 15 minutes, and so 50 per address over all accounts. */
export const DEFAULT_SIGN_IN_LIMIT: SignInLimit = { failures: 10, seconds: 15 * 60 }

/** An attempt that returns null has failed and is counted. */
type Attempt<T> = () => Promise<T | null>

/** Throws `rate_limited` instead of running the attempt once a limit is reached. */
export interface Throttle {
  byAddress<T>(address: string, attempt: Attempt<T>): Promise<T | null>
  /** Call it within an attempt of the address. A success resets the failures. */
  byAccount<T>(account: string, address: string, attempt: Attempt<T>): Promise<T | null>
}

export function createThrottle(counters: CountersAdapter, limit: SignInLimit): Throttle {
  const { failures, seconds, failuresPerAddress = ACCOUNTS_PER_ADDRESS * failures } = limit
  return {
    byAddress: createAddressThrottle(counters, bucketOf(failuresPerAddress, seconds)),
    byAccount: createAccountThrottle(counters, bucketOf(failures, seconds)),
  }
}

function bucketOf(failures: number, seconds: number): RateLimit {
  return { perSecond: failures / seconds, burst: failures }
}

export const NO_THROTTLE: Throttle = {
  byAddress: (_address, attempt) => attempt(),
  byAccount: (_account, _address, attempt) => attempt(),
}

function createAccountThrottle(counters: CountersAdapter, limit: RateLimit): Throttle['byAccount'] {
  const inTurn = createTurns(MAX_WAITING)
  // Checking, trying and counting are not interleaved for the same account and address, so that
  // concurrent guesses get no more tries than sequential ones.
  return (account, address, attempt) => {
    const key = accountKey(account, networkOf(address))
    return inTurn(key, async () => {
      const before = await lookAt(counters, key, limit)
      const result = await attempt()
      if (result === null) await counters.take(key, limit)
      else if (before.fullMs > 0) await counters.reset(key)
      return result
    })
  }
}

/** Unfinished attempts from one address. */
interface Line {
  attempts: number
  running: number
  /** Called when an attempt ends. */
  waiting: (() => void)[]
}

/**
 * Runs as many attempts at once as failures are left, because each could fail. The others wait
 * instead of being rejected, because most users of a shared address know their passwords.
 */
function createAddressThrottle(counters: CountersAdapter, limit: RateLimit): Throttle['byAddress'] {
  const lines = new Map<string, Line>()
  // Checks and counts take turns; otherwise an attempt could start with a state from before a failure.
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
        if (hasFailed) await counters.take(key, limit)
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
    if (line.attempts >= MAX_WAITING) throw busy()
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

async function lookAt(counters: CountersAdapter, key: string, limit: RateLimit): Promise<Taken> {
  const state = await counters.take(key, limit, 0)
  if (state.allowed) return state
  const retryAfterSeconds = Math.max(1, Math.ceil(state.nextMs / 1000))
  throw new WebhookError('rate_limited', { retryAfterSeconds })
}

/** A digest, so that keys stay short and a store of counters does not reveal accounts. */
function accountKey(wanted: string, network: string): string {
  // Hosts may ignore spaces and letter forms; such variants must share one limit.
  const account = wanted.normalize('NFKC').trim().toLowerCase()
  const digest = createHash('sha256')
    .update(JSON.stringify([account, network]))
    .digest('hex')
  return `sign-in:${digest}`
}

import { hash } from 'node:crypto'
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

/** Unfinished attempts from one address. */
interface Line {
  attempts: number
  running: number
  /** Called when an attempt ends. */
  waiting: (() => void)[]
}

/** Throws `rate_limited` instead of running an attempt once a limit is reached. */
export class Throttle {
  readonly #counters: CountersAdapter
  readonly #ofAccount: RateLimit
  readonly #ofAddress: RateLimit
  readonly #lines = new Map<string, Line>()
  // Checks and counts of one key take turns; otherwise an attempt could start with a state from before a
  // failure.
  readonly #inTurn = createTurns(MAX_WAITING)

  constructor(counters: CountersAdapter, limit: SignInLimit) {
    const { failures, seconds, failuresPerAddress = ACCOUNTS_PER_ADDRESS * failures } = limit
    this.#counters = counters
    this.#ofAccount = bucketOf(failures, seconds)
    this.#ofAddress = bucketOf(failuresPerAddress, seconds)
  }

  /**
   * Call it within an attempt of the address. A success resets the failures. Checking, trying and
   * counting are not interleaved for the same account and address, so that concurrent guesses get no
   * more tries than sequential ones.
   */
  byAccount<T>(account: string, address: string, attempt: Attempt<T>): Promise<T | null> {
    const key = accountKey(account, networkOf(address))
    return this.#inTurn(key, async () => {
      const before = await this.#lookAt(key, this.#ofAccount)
      const result = await attempt()
      if (result === null) await this.#counters.take(key, this.#ofAccount)
      else if (before.fullMs > 0) await this.#counters.reset(key)
      return result
    })
  }

  /**
   * Runs as many attempts at once as failures are left, because each could fail. The others wait
   * instead of being rejected, because most users of a shared address know their passwords.
   */
  async byAddress<T>(address: string, attempt: Attempt<T>): Promise<T | null> {
    const key = `sign-in-address ${networkOf(address)}`
    const line = this.#lines.get(key) ?? { attempts: 0, running: 0, waiting: [] }
    if (line.attempts >= MAX_WAITING) throw busy()
    this.#lines.set(key, line)
    line.attempts += 1
    try {
      return await this.#run(key, line, attempt)
    } finally {
      line.attempts -= 1
      if (line.attempts === 0) this.#lines.delete(key)
    }
  }

  async #run<T>(key: string, line: Line, attempt: Attempt<T>): Promise<T | null> {
    let wait = await this.#begin(key, line)
    for (; wait; wait = await this.#begin(key, line)) await wait.full
    let hasFailed = false
    try {
      const result = await attempt()
      hasFailed = result === null
      return result
    } finally {
      await this.#end(key, line, hasFailed)
    }
  }

  #begin(key: string, line: Line): Promise<{ full: Promise<void> } | null> {
    return this.#inTurn(key, async () => {
      const { remaining } = await this.#lookAt(key, this.#ofAddress)
      if (line.running > 0 && line.running >= remaining) {
        return { full: new Promise<void>((resolve) => line.waiting.push(resolve)) }
      }
      line.running += 1
      return null
    })
  }

  #end(key: string, line: Line, hasFailed: boolean): Promise<void> {
    return this.#inTurn(key, async () => {
      try {
        if (hasFailed) await this.#counters.take(key, this.#ofAddress)
      } finally {
        line.running -= 1
        for (const tryAgain of line.waiting.splice(0)) tryAgain()
      }
    })
  }

  async #lookAt(key: string, limit: RateLimit): Promise<Taken> {
    const state = await this.#counters.take(key, limit, 0)
    if (state.allowed) return state
    const retryAfterSeconds = Math.max(1, Math.ceil(state.nextMs / 1000))
    throw new WebhookError('rate_limited', { retryAfterSeconds })
  }
}

function bucketOf(failures: number, seconds: number): RateLimit {
  return { perSecond: failures / seconds, burst: failures }
}

/** A digest, so that keys stay short and a store of counters does not reveal accounts. */
function accountKey(wanted: string, network: string): string {
  // Hosts may ignore spaces and letter forms; such variants must share one limit.
  const account = wanted.normalize('NFKC').trim().toLowerCase()
  return `sign-in:${hash('sha256', JSON.stringify([account, network]))}`
}

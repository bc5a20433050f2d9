import type pg from 'pg'
import { messageOf } from '../../host/host-mistakes.js'
import { WebhookError } from '../../model/errors.js'
import type { HookLog } from '../../model/log.js'
import { inBackground } from '../at-most-every.js'
import { settled } from '../one-at-a-time.js'
import { connection } from './connections.js'
import { mayBeRefusal, isRefusal, wordsOf } from './unavailable.js'

/** Whether what is written now would be stored. */
export interface PostgresHealth {
  /**
   * `failing`: the server answers but stores nothing, for example because its disk is full.
   * `unavailable`: no server answers, or the one that does tells of no changes.
   */
  readonly state: 'ok' | 'failing' | 'unavailable'
  /** Why, in the words of the server or of the driver, with the SQLSTATE; empty while all is well. */
  readonly reason: string
}

const WELL: PostgresHealth = { state: 'ok', reason: '' }
const SILENT: PostgresHealth = { state: 'unavailable', reason: 'the server does not answer' }
/** A load balancer asks every few seconds, and waits no longer. */
const ANSWER_MS = 2000

/** How often a server that refuses to store is tried again, in milliseconds. */
const TRY_MS = 1000

/** What is known of the connection on which changes are heard. */
interface Answering {
  readonly isCurrent: () => boolean
  caughtUp(): Promise<void>
}

interface Outage {
  readonly since: number
  /** Requests that were answered with 503. */
  readonly refused: number
}

/**
 * Knows from what statements and the connection for changes report whether writes succeed, and logs
 * once when they begin to fail and once when they succeed again.
 */
export class Health {
  readonly #pool: pg.Pool
  readonly #log: HookLog
  readonly #trial: string
  #state = WELL
  #outage: Outage | null = null
  #timer: NodeJS.Timeout | undefined
  readonly #try = inBackground(() => this.#tryOnce())
  #asked: Promise<void> | null = null

  /** `trial` is a statement that needs space where most is written. What it writes is rolled back. */
  constructor(pool: pg.Pool, log: HookLog, trial: string) {
    this.#pool = pool
    this.#log = log
    this.#trial = trial
    watched.set(pool, this)
  }

  /** The state now. A server that just stopped to answer is noticed within 2 s. */
  async check(changes: Answering): Promise<PostgresHealth> {
    if (this.#state !== WELL || changes.isCurrent()) return this.#state
    // It is pending until the server is back.
    this.#asked ??= changes.caughtUp().finally(() => {
      this.#asked = null
    })
    const isAnswered = await settled(this.#asked, ANSWER_MS)
    return this.#state === WELL && !isAnswered ? SILENT : this.#state
  }

  /** A statement has failed, and not for want of a connection. */
  failed(error: unknown) {
    if (isRefusal(error)) this.#fail('failing', error)
    else if (mayBeRefusal(error)) this.#try()
  }

  /** Changes of other nodes are not heard. */
  lost(error: unknown) {
    this.#fail('unavailable', error)
  }

  /** Changes are heard, perhaps again. */
  heard() {
    if (!this.#outage) return
    this.#state = { ...this.#state, state: 'failing' }
    this.#try()
  }

  /** A request was answered with 503. */
  readonly refused = () => {
    if (this.#outage) this.#outage = { ...this.#outage, refused: this.#outage.refused + 1 }
  }

  close() {
    clearInterval(this.#timer)
    if (watched.get(this.#pool) === this) watched.delete(this.#pool)
  }

  #fail(state: PostgresHealth['state'], error: unknown) {
    this.#state = { state, reason: wordsOf(error) }
    if (this.#outage) return
    this.#outage = { since: performance.now(), refused: 0 }
    const code = 'EIW_DATABASE_FAILS'
    this.#log('error', messageOf(code), { code, ...this.#state })
    this.#timer = setInterval(() => {
      // Whether there is a server is found out where it is listened to.
      if (this.#state.state === 'failing') this.#try()
    }, TRY_MS).unref()
  }

  async #tryOnce() {
    let client
    try {
      client = await connection(this.#pool)
    } catch {
      // All connections may be busy, which says nothing.
      return
    }
    try {
      await client.query(`BEGIN; SAVEPOINT trial; ${this.#trial}; ROLLBACK TO trial; COMMIT`)
      client.release()
      this.#recover()
    } catch (error) {
      client.release(true)
      if (isRefusal(error) || mayBeRefusal(error)) this.#fail('failing', error)
    }
  }

  #recover() {
    if (!this.#outage) return
    clearInterval(this.#timer)
    const { since, refused } = this.#outage
    const { reason } = this.#state
    this.#state = WELL
    this.#outage = null
    const seconds = Math.round((performance.now() - since) / 100) / 10
    this.#log('info', 'The database stores again.', { seconds, refused, reason })
  }
}

const watched = new WeakMap<pg.Pool, Health>()

/** Tells who watches the health of a pool of a statement that has failed. */
export function tellHealth(pool: pg.Pool, error: unknown) {
  // What could not be sent for want of a connection is no word of the server.
  if (!(error instanceof WebhookError)) watched.get(pool)?.failed(error)
}

/** An expression for a text of 64 kB that cannot be compressed, so that it needs new pages. */
export const FILLING = `(SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 2000))`

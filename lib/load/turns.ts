import type { CountersAdapter } from '../adapters/types.js'
import type { RateLimit, Taken } from '../model/records.js'
import { MOST_TAKEN_AHEAD } from '../rules/bucket.js'
import type { Wait, WaitingRoom } from './waiting-room.js'

/** The most that the requests in one line hold, in bytes. */
const LONGEST_LINE = 4_194_304
/** The most that the reports hold which are gathered for the incidents of one webhook, in bytes. */
const MOST_GATHERED = 16_777_216
/** How long a line whose requests may all have gone is not looked at, in milliseconds. */
const LONGEST_PAUSE = 1_000

/** What became of a request that wanted a token. */
export type Got =
  /** It has one, after so many milliseconds in line. */
  | { readonly waited: number }
  /** The limit will not reach it in time; `nextMs` says when a new request would be reached at once. */
  | { readonly late: Taken }
  | { readonly ended: true }

interface Line {
  limit: RateLimit
  /** When the next token is expected. */
  dueAt: number
  /** Tokens for those who are first. */
  tokens: number
  /** Why it serves nobody any more; null as long as it does. */
  failure: { readonly error: unknown } | null
}

/**
 * The lines of requests whose limit is used up: one for each limit, first come, first served. A line is as
 * long as the limit can serve within the patience of who comes.
 */
export class Turns {
  readonly #counters: CountersAdapter
  readonly #room: WaitingRoom
  readonly #now: () => number
  readonly #lines = new Map<string, Line>()
  #isClosed = false

  /** `now`: a monotonic clock in milliseconds. */
  constructor(counters: CountersAdapter, room: WaitingRoom, now = () => performance.now()) {
    this.#counters = counters
    this.#room = room
    this.#now = now
  }

  /** A token if there is one and nobody waits for it; else what is known of the limit. */
  async now(key: string, limit: RateLimit): Promise<Taken> {
    const line = this.#lines.get(key)
    if (!line) return this.#counters.take(key, limit)
    return { allowed: false, remaining: 0, ...this.#timesOf(key, line) }
  }

  /**
   * A token after those who came before, of a limit that had none (`taken`). `begins` is called before it
   * waits, if it does. Throws what the counters do.
   */
  async wait(
    key: string,
    limit: RateLimit,
    taken: Taken,
    mine: Wait,
    begins = (): void => undefined,
  ): Promise<Got> {
    const from = this.#now()
    const line = this.#lines.get(key) ?? beginning(limit, from + taken.nextMs)
    this.#follow(line, limit)
    const late = (): Got => ({ late: { ...taken, ...this.#timesOf(key, line) } })
    const { nextMs } = this.#timesOf(key, line)
    const isFull = this.#room.sizeOf(key).bytes + mine.bytes > LONGEST_LINE
    if (this.#isOver()) return ENDED
    if (nextMs > mine.patience || isFull) return late()
    begins()
    const waiting = this.#room.wait(key, mine, () => takenFrom(line))
    if (!this.#lines.has(key)) {
      this.#lines.set(key, line)
      void this.#serve(key, line)
    }
    if (await waiting) return { waited: this.#now() - from }
    if (line.failure) throw line.failure.error
    return mine.signal?.aborted === true || this.#isOver() ? ENDED : late()
  }

  /** Counts what waits for others of its incident, under the bounds of lines; null if it is too much. */
  hold(key: string, bytes: number): (() => void) | null {
    return this.#room.hold(`gathered ${key}`, bytes, MOST_GATHERED)
  }

  /** Sends everybody away who waits, and everybody who would have to. */
  close(): void {
    this.#isClosed = true
    for (const key of this.#lines.keys()) this.#room.clear(key)
  }

  /** A line that never ends would keep its first limit, so the latest one counts, from now on. */
  #follow(line: Line, limit: RateLimit) {
    const { perSecond, burst } = line.limit
    if (limit.perSecond === perSecond && limit.burst === burst) return
    line.limit = limit
    line.dueAt = this.#now()
  }

  #isOver() {
    return this.#isClosed
  }

  /** Gives a token to the first in line whenever there is one, as long as somebody waits. */
  async #serve(key: string, line: Line) {
    try {
      while (!this.#room.isEmpty(key)) {
        if (!(await this.#isDue(key, line))) continue
        const { allowed, nextMs } = await this.#counters.take(key, line.limit, 1, MOST_TAKEN_AHEAD)
        // Of a token that was taken ahead, it says when it counts.
        line.dueAt = this.#now() + (allowed && nextMs > MOST_TAKEN_AHEAD ? 0 : nextMs)
        if (!allowed || !(await this.#isDue(key, line))) continue
        line.tokens += 1
        this.#room.advance(key)
      }
    } catch (error) {
      line.failure = { error }
      this.#room.clear(key)
    } finally {
      this.#lines.delete(key)
    }
  }

  /** Waits until the next token is expected. False if nobody waits for it any more. */
  async #isDue(key: string, line: Line) {
    for (;;) {
      const left = line.dueAt - this.#now()
      if (left <= 0 || this.#room.isEmpty(key)) return !this.#room.isEmpty(key)
      await pause(Math.min(left, LONGEST_PAUSE))
    }
  }

  /** When one who comes now would be reached, and the bucket be full again, if nobody else comes. */
  #timesOf(key: string, { limit, dueAt }: Line): Pick<Taken, 'nextMs' | 'fullMs'> {
    const tokenMs = 1000 / limit.perSecond
    const nextMs = Math.max(0, dueAt - this.#now()) + this.#room.sizeOf(key).length * tokenMs
    return { nextMs, fullMs: nextMs + (limit.burst - 1) * tokenMs }
  }
}

const ENDED = { ended: true } as const

function beginning(limit: RateLimit, dueAt: number): Line {
  return { limit, dueAt, tokens: 0, failure: null }
}

function takenFrom(line: Line) {
  if (line.tokens === 0) return null
  line.tokens -= 1
  return true
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}

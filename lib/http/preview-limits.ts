import type { IncomingHttpHeaders } from 'node:http'
import type { CountersAdapter } from '../adapters/types.js'
import { Shares, tooMany } from '../load/shares.js'
import { MAX_PREVIEW, MAX_PREVIEWS, MOST_PREVIEWING } from '../model/limits.js'
import type { RateLimit } from '../model/records.js'
import { announcedBytes } from './read-bytes.js'

const REQUESTS: RateLimit = { perSecond: MAX_PREVIEWS, burst: MAX_PREVIEWS }

/** How many previews users get of this process. */
export class PreviewLimits {
  readonly #counters: CountersAdapter
  readonly #running = new Shares(MOST_PREVIEWING, detailOf(`${MOST_PREVIEWING} at a time`, 1))

  /** `counters`: those of this process, because a preview writes nothing. */
  constructor(counters: CountersAdapter) {
    this.#counters = counters
  }

  /** Counts a request of a user before its body is read. Throws `rate_limited`. */
  async count(userId: string, headers: IncomingHttpHeaders): Promise<void> {
    const bytes = Math.max(1, Math.min(MAX_PREVIEW, announcedBytes(headers, MAX_PREVIEW)))
    // A bucket is kept as the time at which it is full, so that its tokens may be of any size.
    const perSecond = MAX_PREVIEW / bytes
    await this.#take(`previews ${userId}`, REQUESTS, `${MAX_PREVIEWS} previews`)
    await this.#take(`bytes ${userId}`, { perSecond, burst: perSecond }, `${MAX_PREVIEW} bytes`)
  }

  /** Throws `rate_limited` while others run. */
  run<T>(preview: () => Promise<T>): Promise<T> {
    return this.#running.run('previews', preview)
  }

  async #take(key: string, limit: RateLimit, what: string): Promise<void> {
    const { allowed, nextMs } = await this.#counters.take(key, limit)
    const seconds = Math.max(1, Math.ceil(nextMs / 1000))
    if (!allowed) throw tooMany(detailOf(`${what} a second`, seconds), seconds)
  }
}

function detailOf(limit: string, seconds: number): string {
  return `previews: at most ${limit}; try again in ${seconds} s`
}

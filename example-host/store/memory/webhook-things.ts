import { MAX_THINGS } from 'express-incoming-webhooks'
import type { ThingRow } from './rows.js'
import { SortedRows } from './sorted-rows.js'

/** Expired things that one write removes. Each write adds one at most, so all of them go. */
const EXPIRED_AT_ONCE = 16

/** The things of one webhook. */
export class WebhookThings {
  readonly #byLastAt = new SortedRows<ThingRow>((a, b) => a.lastAt - b.lastAt || compareKeys(a, b))
  readonly #byExpiry = new SortedRows<ThingRow>(
    (a, b) => a.expiresAt - b.expiresAt || compareKeys(a, b),
  )

  add(thing: ThingRow): void {
    this.#byLastAt.add(thing)
    this.#byExpiry.add(thing)
  }

  delete(thing: ThingRow): void {
    this.#byLastAt.delete(thing)
    this.#byExpiry.delete(thing)
  }

  get isEmpty(): boolean {
    return this.#byLastAt.first === undefined
  }

  /** By `lastAt`, the latest last. */
  get all(): readonly ThingRow[] {
    return this.#byLastAt.all
  }

  /**
   * Things that need not be kept when this one has been written: some that had expired then, and the
   * oldest of too many. What is left depends only on what was written in which order, so that a journal
   * that is replayed leaves the same.
   */
  surplus({ lastAt }: ThingRow): readonly ThingRow[] {
    const { all } = this
    const expired = this.#byExpiry.all
      .slice(0, EXPIRED_AT_ONCE)
      .filter((thing) => thing.expiresAt <= lastAt)
    const kept = all.length - expired.length
    if (kept <= MAX_THINGS) return expired
    const leaving = new Set(expired)
    const oldest: ThingRow[] = []
    for (const thing of all) {
      if (oldest.length === kept - MAX_THINGS) break
      if (!leaving.has(thing)) oldest.push(thing)
    }
    return [...expired, ...oldest]
  }
}

function compareKeys(a: ThingRow, b: ThingRow): number {
  return compare(a.key, b.key) || compare(a.channelId, b.channelId)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

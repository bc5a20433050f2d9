import type { MaybePromise } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import { InOrder } from '../rules/in-order.js'
import type { WaitingRoom } from './waiting-room.js'
import type { CheckedDelivery } from '../host/checked.js'
import type { CheckedResult } from '../host/read-records.js'

/** Requests in progress, so that a host whose reads hang does not accumulate them without limit. */
const MAX_UNDER_WAY = 2_000
const MAX_STORING = 200
/** Storing is late if the oldest batch came this long ago, in milliseconds. */
const IN_TIME = 2_000
/** How long it is counted what is stored, in milliseconds. */
const STRETCH = 1_000
/** How long what waits may take to be stored, in milliseconds. */
const IN_LINE = 1_000
/** How long a batch waits for its turn, in milliseconds. */
const PATIENCE = 2 * IN_TIME
/** Where nothing has begun for this long, in milliseconds, one batch goes on although no place is free. */
const PROBE_AFTER = 250
/** A batch that began this long before one that has returned, in milliseconds, counts as lost. */
const LOST_AFTER = 1_000
const LINE = 'storing'

/** What was stored in about a second. */
interface Stretch {
  readonly began: number
  stored: number
  /** Whether others waited all the time. */
  isBusy: boolean
}

interface Storing {
  readonly cameAt: number
  readonly beganAt: number
}

/**
 * Up to 200 batches are stored at once, the next wait in line, and new requests are rejected, before
 * any work is done for them, while the oldest batch came more than two seconds ago, or while more wait than
 * can be stored in a second, as the one before was.
 */
export class Admission {
  readonly #room: WaitingRoom
  readonly #now: () => number
  readonly #storing = new InOrder<Storing>()
  #underWay = 0
  #outside = 0
  #stretch: Stretch = { began: -Infinity, stored: 0, isBusy: false }
  /** What can be stored in a second. */
  #pace = Infinity
  #lastBegan = -Infinity
  // Created once: the stack trace of an error would cost more than the rest of a rejection.
  readonly #late = refusal('more requests are in progress than can be stored in time')
  readonly #crowded = refusal('too many requests are in progress')

  /** `now`: a monotonic clock in milliseconds. */
  constructor(room: WaitingRoom, now: () => number = () => performance.now()) {
    this.#room = room
    this.#now = now
  }

  /** Requests that wait, for a place or for something else than the store. */
  get waiting(): number {
    return this.#outside + this.#room.waiting
  }

  /** The rejection for a new request, or null. Check it before doing any work. */
  refusal(): WebhookError | null {
    if (this.#underWay >= MAX_UNDER_WAY) return this.#crowded
    return this.#isLate() ? this.#late : null
  }

  #isLate() {
    const oldest = this.#storing.first
    if (!oldest || this.#storing.size < MAX_STORING) return false
    if (this.#room.isFull) return true
    const now = this.#now()
    const isTooLong = this.#room.sizeOf(LINE).length > this.#paceAt(now)
    // A store that hung may respond again, which only a new request can show.
    return (isTooLong || now - oldest.value.cameAt > IN_TIME) && !this.#isSilent(now)
  }

  /** Known only if there was a line all the time: else as many were stored as came, and more may be. */
  #paceAt(now: number) {
    const { began, stored, isBusy } = this.#stretch
    const past = now - began
    if (past < STRETCH) return this.#pace
    const least = past < 2 * STRETCH ? this.#pace : Infinity
    const paced = (stored * IN_LINE) / past
    this.#pace = isBusy ? paced : Math.max(least, paced)
    this.#stretch = { began: now, stored: 0, isBusy: true }
    return this.#pace
  }

  #isSilent(now: number) {
    return now - this.#lastBegan >= PROBE_AFTER
  }

  /** Runs a request, or throws the rejection. */
  async admit<T>(work: () => Promise<T>): Promise<T> {
    const refused = this.refusal()
    if (refused) throw refused
    this.#underWay += 1
    try {
      return await work()
    } finally {
      this.#underWay -= 1
    }
  }

  /** Waits for something else than the store, which must keep no others from coming in. */
  async outside<T>(wait: () => Promise<T>): Promise<T> {
    this.#underWay -= 1
    this.#outside += 1
    try {
      return await wait()
    } finally {
      this.#outside -= 1
      this.#underWay += 1
    }
  }

  /** Runs the storing itself when it is its turn. `sizeOf`: the bytes that are held meanwhile. */
  async store<T>(work: () => MaybePromise<T>, sizeOf: () => number): Promise<T> {
    const cameAt = this.#now()
    const take = () => this.#take(cameAt)
    const place =
      (this.#room.isEmpty(LINE) ? take() : null) ??
      (await this.#room.wait(LINE, { bytes: sizeOf(), patience: PATIENCE }, take))
    if (!place) throw this.#late
    try {
      const result = await work()
      this.#stretch.stored += 1
      this.#forgetLost(place.value.beganAt)
      return result
    } finally {
      this.#storing.remove(place)
      this.#room.advance(LINE)
      if (this.#room.isEmpty(LINE)) this.#stretch.isBusy = false
    }
  }

  #take(cameAt: number) {
    const now = this.#now()
    if (this.#storing.size >= MAX_STORING && !this.#isSilent(now)) return null
    this.#lastBegan = now
    return this.#storing.add({ cameAt, beganAt: now })
  }

  // The store responds, so batches that began long before this one are lost and no longer count.
  #forgetLost(beganAt: number) {
    let oldest = this.#storing.first
    while (oldest && oldest.value.beganAt < beganAt - LOST_AFTER) {
      this.#storing.remove(oldest)
      oldest = this.#storing.first
    }
  }
}

function refusal(detail: string) {
  return new WebhookError('storage_unavailable', { detail, retryAfterSeconds: 1 })
}

/**
 * The same adapters, but batches wait for their turn, and those that cannot be stored in time are rejected.
 * `measured` runs each call.
 */
export function limitStoring(
  adapters: CheckedDelivery,
  admission: Admission,
  measured: (store: () => MaybePromise<CheckedResult>) => Promise<CheckedResult>,
): CheckedDelivery {
  const { posts } = adapters
  return {
    ...adapters,
    posts: {
      ...posts,
      createBatch: (batch) =>
        admission.store(
          () => measured(() => posts.createBatch(batch)),
          () => JSON.stringify(batch.posts).length,
        ),
    },
  }
}

import type { MaybePromise } from '../adapters/types.js'
import type { CheckedResult } from '../host/read-records.js'
import type { OUTCOMES } from '../model/last-result.js'

/** What the endpoint of hooks has done in this process so far, and what it does now. */
export interface HookMetrics {
  /** Requests that were answered, by what became of them. */
  readonly requests: readonly RequestCount[]
  /** How long answers took, in seconds. */
  readonly durations: readonly RequestDurations[]
  /** Requests that wait: for the limit of their webhook, for others of their incident, or for a place. */
  readonly waiting: number
  /** Reports about incidents that were stored in one commit with others. */
  readonly folded: number
  /** Posts that were stored. */
  readonly stored: number
  /** Calls of `createBatch` that stored something. */
  readonly commits: number
  /** Posts that a commit stored or changed. */
  readonly batchSize: MetricHistogram
  /** How long calls of `createBatch` took, in seconds, also those that stored nothing. */
  readonly storeSeconds: MetricHistogram
}

/** A number of requests. None of its texts can be chosen by a sender. */
export interface RequestCount {
  /** As in the log of requests. */
  readonly outcome: (typeof OUTCOMES)[number]
  /** The name of the format; `''` if it is not known. */
  readonly format: string
  /** The `id` of the error; `''` if there was none, or if the host's own error handler responded. */
  readonly reason: string
  /** How many there were. */
  readonly count: number
}

/** Durations of requests, in seconds. */
export interface RequestDurations {
  /** A method of HTTP, or `_OTHER`. */
  readonly method: string
  /** Of the response. */
  readonly status: number
  /** The route, such as `/hooks/{key}`. */
  readonly route: string
  /** From the arrival of a request to its answer. */
  readonly seconds: MetricHistogram
}

/** Values that were counted by their size. */
export interface MetricHistogram {
  /** For each bound, how many values were at most as large. */
  readonly buckets: readonly {
    /** The bound. */
    readonly atMost: number
    /** How many values were not above it. */
    readonly count: number
  }[]
  /** How many there were. */
  readonly count: number
  /** All of them together. */
  readonly sum: number
}

/** A request that was answered. */
export interface AnsweredRequest extends Omit<RequestCount, 'count'> {
  readonly method: string
  readonly status: number
  /** From its arrival to the response. */
  readonly seconds: number
  /** Whose key it has; `''` if that is nobody's. */
  readonly webhookId: string
}

/** Bounds of OpenTelemetry's semantic conventions for HTTP, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
/** A change of an incident has at most 64 posts. */
const POSTS = [1, 2, 4, 8, 16, 32, 64]
/** Node accepts others, too. */
const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'CONNECT',
  'TRACE',
])

/** Counts what happens in this process. */
export function createMetrics(hooksPath: string) {
  const route = `${hooksPath}/{key}`
  /** By outcome, format and reason: texts that exist already, so that none is built to be looked up. */
  const requests = new Map<RequestCount['outcome'], Map<string, Map<string, number>>>()
  /** By method and status. */
  const durations = new Map<string, Map<number, Sizes>>()
  const batchSize = new Sizes(POSTS)
  const storeSeconds = new Sizes(SECONDS)
  let folded = 0
  let stored = 0
  let commits = 0
  return {
    answered: ({ method, status, outcome, format, reason, seconds }: AnsweredRequest) => {
      const formats = within(requests, outcome, newMap<string, Map<string, number>>)
      const reasons = within(formats, format, newMap<string, number>)
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      const known = METHODS.has(method) ? method : '_OTHER'
      within(within(durations, known, newMap<number, Sizes>), status, newSeconds).add(seconds)
    },
    /** Reports about one incident that were stored in one commit. */
    storedTogether: (reports: number) => {
      if (reports > 1) folded += reports
    },
    /** Counts what a call of `createBatch` stores, and how long it takes. */
    storing: async (store: () => MaybePromise<CheckedResult>) => {
      const began = performance.now()
      try {
        const result = await store()
        if (result.stored) {
          commits += 1
          stored += result.posts.length
          batchSize.add(result.posts.length + (result.edited ? 1 : 0))
        }
        return result
      } finally {
        storeSeconds.add((performance.now() - began) / 1000)
      }
    },
    /** `waiting`: how many requests wait now. */
    read: (waiting: number): HookMetrics => ({
      requests: [...requests].flatMap(([outcome, formats]) =>
        [...formats].flatMap(([format, reasons]) =>
          [...reasons].map(([reason, count]) => ({ outcome, format, reason, count })),
        ),
      ),
      durations: [...durations].flatMap(([method, statuses]) =>
        [...statuses].map(([status, sizes]) => ({ method, status, route, seconds: sizes.read() })),
      ),
      waiting,
      folded,
      stored,
      commits,
      batchSize: batchSize.read(),
      storeSeconds: storeSeconds.read(),
    }),
  }
}

/** How many values were of which size. */
class Sizes {
  readonly #bounds: readonly number[]
  /** Those up to each bound and above the one before; the last has none. */
  readonly #counts: number[]
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = [...bounds, Infinity].map(() => 0)
  }

  add(value: number): void {
    let at = 0
    while (value > (this.#bounds[at] ?? Infinity)) at += 1
    this.#counts[at] = (this.#counts[at] ?? 0) + 1
    this.#sum += value
  }

  read(): MetricHistogram {
    let count = 0
    const upTo = this.#counts.map((each) => (count += each))
    return {
      buckets: this.#bounds.map((atMost, index) => ({ atMost, count: upTo[index] ?? 0 })),
      count,
      sum: this.#sum,
    }
  }
}

const newMap = <K, V>(): Map<K, V> => new Map()
const newSeconds = () => new Sizes(SECONDS)

/** What a map has under a key, which is put there first if it is missing. */
function within<K, V>(map: Map<K, V>, key: K, make: () => V) {
  const found = map.get(key)
  if (found !== undefined) return found
  const made = make()
  map.set(key, made)
  return made
}

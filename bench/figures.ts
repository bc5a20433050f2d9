export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2
}

/** The least value that `part` of all values do not exceed; 0.99 for p99. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(Math.ceil(sorted.length * part) - 1, 0)] ?? NaN
}

/** What one round of requests cost. Microseconds are per request. */
export interface Round {
  /** Of the server, and of its database. */
  readonly cpuMicros: number
  readonly databaseMicros: number
  readonly p50Millis: number
  readonly p99Millis: number
  /** Requests that were answered with 503 and sent again. */
  readonly shed: number
}

export interface Summary extends Round {
  /** The CPU time of bare Express, divided by this one: below 1 for what costs more. */
  readonly ratio: number
}

/** The medians of a target's rounds, beside those of bare Express, with which they took turns. */
export function summarise(rounds: readonly Round[], bare: readonly Round[]): Summary {
  const medianOf = (member: keyof Round): number => median(rounds.map((round) => round[member]))
  return {
    cpuMicros: medianOf('cpuMicros'),
    databaseMicros: medianOf('databaseMicros'),
    p50Millis: medianOf('p50Millis'),
    p99Millis: medianOf('p99Millis'),
    shed: medianOf('shed'),
    // Of rounds that follow each other: what else the machine does weighs on both alike.
    ratio: median(
      rounds.map(({ cpuMicros }, number) => (bare[number]?.cpuMicros ?? NaN) / cpuMicros),
    ),
  }
}

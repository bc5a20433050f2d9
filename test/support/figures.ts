/** Times in milliseconds, kept whole: a run has some hundred thousand at most. */
export class Times {
  readonly #values: number[] = []

  add(ms: number): void {
    this.#values.push(ms)
  }

  summary(): TimeSummary {
    const sorted = Float64Array.from(this.#values).sort()
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
  }
}

export interface TimeSummary {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Collects figures, prints each beside its bar, and knows whether all of them hold. */
export class Bars {
  #failed = 0

  note(name: string, figure: string): void {
    console.log(`      ${name.padEnd(62)}${figure}`)
  }

  atMost(name: string, figure: number, bar: number, unit = ''): void {
    this.#print(name, figure <= bar, `${shown(figure)}${unit}`, `at most ${bar}${unit}`)
  }

  atLeast(name: string, figure: number, bar: number, unit = ''): void {
    this.#print(name, figure >= bar, `${shown(figure)}${unit}`, `at least ${bar}${unit}`)
  }

  get failed(): number {
    return this.#failed
  }

  /** Says what came of it; the exit code. */
  end(): 0 | 1 {
    console.log(this.#failed === 0 ? 'all bars hold' : `${this.#failed} bars missed`)
    return this.#failed === 0 ? 0 : 1
  }

  #print(name: string, holds: boolean, figure: string, bar: string): void {
    if (!holds) this.#failed += 1
    console.log(`${holds ? 'ok    ' : 'MISSED'}${name.padEnd(62)}${figure.padStart(12)}  (${bar})`)
  }
}

function shown(figure: number): string {
  return Number.isInteger(figure) ? String(figure) : figure.toFixed(figure < 10 ? 2 : 1)
}

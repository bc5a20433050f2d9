import { isSlackFence, lengthOf, MAX_FENCE, type Run, SLACK } from './fence-runs.js'

/** How much further than the opening fence a closing fence may be indented. */
const DEEPER = 3

/**
 * The runs of a text by index, as Markdown reads them; the index `none` stands for no run. Everything
 * ahead is computed once, so that looking ahead takes constant time.
 */
export class FenceBlocks {
  readonly runs: readonly Run[]
  readonly none: number
  readonly #closing: Int32Array
  readonly #fence: Int32Array
  readonly #next: Int32Array
  readonly #loose: Int32Array

  constructor(runs: readonly Run[]) {
    this.runs = runs
    this.none = runs.length
    this.#closing = new Int32Array(this.none)
    this.#fence = new Int32Array(this.none)
    this.#next = new Int32Array(this.none)
    this.#loose = new Int32Array(this.none)
    this.#read()
  }

  /** The run that closes the block that a run opens, or would open on a line of its own. */
  closing(at: number): number {
    return this.#closing[at] ?? this.none
  }

  /** The next fence that may close Slack's block. */
  fence(at: number): number {
    return this.#fence[at] ?? this.none
  }

  /** Where to continue: after the block or the inline code that a run opens, or after the run. */
  next(at: number): number {
    return this.#next[at] ?? this.none
  }

  /** Whether a line of a block ends with a fence that has no partner on it, which Slack's block would end with. */
  holdsEnd(at: number): boolean {
    return (this.#loose[at] ?? this.none) < this.closing(at)
  }

  // From the last run to the first, so that the end of a block is known at its beginning.
  #read(): void {
    const closings = new Closings(this.none)
    const nextOfLength = new Map<number, number>()
    let nextFence = this.none
    const below = new Loose(this.none)
    for (let at = this.none - 1; at >= 0; at -= 1) {
      const run = this.runs[at]
      if (!run) continue
      const closing = closings.of(run)
      const same = (run.tilde ? null : nextOfLength.get(lengthOf(run))) ?? this.none
      const endsSpan = this.runs[same]?.line === run.line
      this.#closing[at] = closing
      this.#fence[at] = nextFence
      this.#next[at] = Math.min(run.begins ? closing + 1 : (endsSpan ? same : at) + 1, this.none)
      this.#loose[at] = below.add(run, at)
      if (run.ends) closings.add(run, at)
      if (!run.tilde) nextOfLength.set(lengthOf(run), at)
      if (isSlackFence(run) && !run.mentioned) nextFence = at
    }
  }
}

/** The nearest run that closes a block, by length and indentation. */
class Closings {
  readonly #none: number
  readonly #ticks = new Map<number, number>()
  readonly #tildes = new Map<number, number>()

  constructor(none: number) {
    this.#none = none
  }

  /** A run closes blocks whose opening run is not longer. */
  add(run: Run, at: number): void {
    const nearest = run.tilde ? this.#tildes : this.#ticks
    for (let length = SLACK; length <= lengthOf(run); length += 1) {
      nearest.set(key(length, run.line.indent), at)
    }
  }

  of(run: Run): number {
    let least = this.#none
    if (!run.begins && !isSlackFence(run)) return least
    const nearest = run.tilde ? this.#tildes : this.#ticks
    const deepest = (run.first ? run.line.indent : 0) + DEEPER
    for (let indent = 0; indent <= deepest; indent += 1) {
      least = Math.min(least, nearest.get(key(lengthOf(run), indent)) ?? least)
    }
    return least
  }
}

function key(length: number, indent: number): number {
  return indent * (MAX_FENCE + 1) + length
}

/** The nearest line below whose last fence has no partner on it, and stands behind words at its end. */
class Loose {
  #below: number
  #line: Run['line'] | null = null
  #last = 0
  #isOdd = false
  #isEnd = false

  constructor(none: number) {
    this.#below = none
  }

  /** That of the lines below the line of a run. The run itself counts from the next line on. */
  add(run: Run, at: number): number {
    if (run.line !== this.#line) {
      if (this.#isOdd && this.#isEnd) this.#below = this.#last
      this.#isOdd = false
      this.#line = run.line
      this.#last = at
      this.#isEnd = run.endsCode
    }
    if (isSlackFence(run) && !run.mentioned) this.#isOdd = !this.#isOdd
    return this.#below
  }
}

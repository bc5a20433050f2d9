import { isSlackFence, lengthOf, MAX_FENCE, type Run, SLACK } from './fence-runs.js'

/** How much further than the opening fence a closing fence may be indented. */
const DEEPER = 3

/** The cost of an unpaired fence: less if the text only mentions it. */
export function weightOf({ mentioned }: Run): number {
  return mentioned ? 1 : 2
}

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
  readonly #singles: Int32Array

  constructor(runs: readonly Run[]) {
    this.runs = runs
    this.none = runs.length
    this.#closing = new Int32Array(this.none)
    this.#fence = new Int32Array(this.none)
    this.#next = new Int32Array(this.none)
    this.#singles = new Int32Array(this.none)
    this.#read()
  }

  /** The run that closes the block that a run opens, or would open on a line of its own. */
  closing(at: number): number {
    return this.#closing[at] ?? this.none
  }

  /** The next Slack fence. */
  fence(at: number): number {
    return this.#fence[at] ?? this.none
  }

  /** Where to continue: after the block or the inline code that a run opens, or after the run. */
  next(at: number): number {
    return this.#next[at] ?? this.none
  }

  /** The weight of unpaired fences (per line) inside a block. */
  singlesInside(at: number): number {
    const closing = this.closing(at)
    const run = this.runs[closing]
    const ofClosing = run ? weightOf(run) : 0
    return (this.#singles[at] ?? 0) - (this.#singles[closing] ?? 0) - ofClosing
  }

  // From the last run to the first, so that the end of a block is known at its beginning.
  #read(): void {
    const closings = new Closings(this.none)
    const nextOfLength = new Map<number, number>()
    const below = new Singles()
    for (let at = this.none - 1; at >= 0; at -= 1) {
      const run = this.runs[at]
      if (!run) continue
      const closing = closings.of(run)
      const same = (run.tilde ? null : nextOfLength.get(lengthOf(run))) ?? this.none
      const endsSpan = this.runs[same]?.line === run.line
      this.#closing[at] = closing
      this.#fence[at] = nextOfLength.get(SLACK) ?? this.none
      this.#next[at] = Math.min(run.begins ? closing + 1 : (endsSpan ? same : at) + 1, this.none)
      this.#singles[at] = below.add(run)
      if (run.ends) closings.add(run, at)
      if (!run.tilde) nextOfLength.set(lengthOf(run), at)
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

/**
 * Adds up the fences that have no partner on their line, from the last line up. Longer fences count
 * too: a block of three backticks that contains one would have ended there.
 */
class Singles {
  #below = 0
  #line: Run['line'] | null = null
  #ofLine = 0
  #odd = false

  /** The weight of those below the line of a run. The run itself counts from the next line on. */
  add(run: Run): number {
    if (run.line !== this.#line) {
      this.#below += this.#odd ? this.#ofLine : 0
      this.#odd = false
      this.#ofLine = Infinity
      this.#line = run.line
    }
    if (isSlackFence(run) || (run.begins && !run.tilde)) {
      this.#odd = !this.#odd
      this.#ofLine = Math.min(this.#ofLine, weightOf(run))
    }
    return this.#below
  }
}

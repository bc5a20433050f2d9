import { isSlackFence, lengthOf, MAX_FENCE, type Run, SLACK } from './fence-runs.js'

/** How much further than the opening fence a closing fence may be indented. */
const DEEPER = 3

/** A run, and what is ahead of it as Markdown reads it; null where there is nothing. */
export interface Place {
  readonly run: Run
  readonly after: Place | null
  /** The run that closes the block that this one opens, or would open on a line of its own. */
  readonly closing: Place | null
  /** The next fence that may close Slack's block. */
  readonly fence: Place | null
  /** Where to continue: after the block or the inline code that the run opens, or after the run. */
  readonly next: Place | null
  /** Whether the run opens a block that nothing closes. */
  readonly staysOpen: boolean
  /** Whether a line of the block ends with a fence that has no partner on it, which Slack's block would end with. */
  readonly holdsEnd: boolean
}

/** The first of the runs. They are read from the last one, so that the end of a block is known at its beginning. */
export function firstPlace(runs: readonly Run[]): Place | null {
  const closings = new Closings()
  const loose = new Loose()
  const nextOfLength = new Map<number, Place>()
  let after: Place | null = null
  let fence: Place | null = null
  for (const run of runs.toReversed()) {
    const closing = closings.of(run)
    const same = run.tilde ? undefined : nextOfLength.get(lengthOf(run))
    const inside: Place | null = same?.run.line === run.line ? same.after : after
    const place: Place = {
      run,
      after,
      closing,
      fence,
      next: run.begins ? (closing?.after ?? null) : inside,
      staysOpen: run.begins && closing === null,
      holdsEnd: loose.below(run) < (closing?.run.at ?? Infinity),
    }
    if (run.ends) closings.add(place)
    if (!run.tilde) nextOfLength.set(lengthOf(run), place)
    if (isSlackFence(run) && !run.mentioned) fence = place
    after = place
  }
  return after
}

/** The nearest run that closes a block, by length and indentation. */
class Closings {
  readonly #nearest = new Map<number, Place>()

  /** A run closes blocks whose opening run is not longer. */
  add(place: Place): void {
    const { run } = place
    for (let length = SLACK; length <= lengthOf(run); length += 1) {
      this.#nearest.set(key(run, length, run.line.indent), place)
    }
  }

  of(run: Run): Place | null {
    if (!run.begins && !isSlackFence(run)) return null
    const deepest = (run.first ? run.line.indent : 0) + DEEPER
    let first: Place | null = null
    for (let indent = 0; indent <= deepest; indent += 1) {
      const place = this.#nearest.get(key(run, lengthOf(run), indent))
      if (place && place.run.at < (first?.run.at ?? Infinity)) first = place
    }
    return first
  }
}

function key({ tilde }: Run, length: number, indent: number): number {
  return (indent * 2 + Number(tilde)) * (MAX_FENCE + 1) + length
}

/** The nearest line below whose last fence has no partner on it, and stands behind words at its end. */
class Loose {
  #below = Infinity
  #last: Run | null = null
  #isOdd = false

  /** Its last run, below the line of this run. The run itself counts from the next line on. */
  below(run: Run): number {
    if (run.line !== this.#last?.line) {
      if (this.#isOdd && this.#last?.endsCode) this.#below = this.#last.at
      this.#isOdd = false
      this.#last = run
    }
    if (isSlackFence(run) && !run.mentioned) this.#isOdd = !this.#isOdd
    return this.#below
  }
}

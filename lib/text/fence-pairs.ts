import { FenceBlocks, weightOf } from './fence-blocks.js'
import { isSlackFence, type Run } from './fence-runs.js'
import { type FirstLine, firstLineOf, type InfoStrings } from './info-strings.js'

/**
 * A single fence does not show whether it is Slack's or Markdown's, so all readings of a text are
 * compared. Each has a cost, and the reading with the lowest cost is used.
 */
const COST = {
  /** A pair of fences that must be moved to lines of their own. */
  moved: 1,
  /** Very long code in one line, which would be cut when the message is split. */
  long: 10,
  /** A fence of a moved pair that is only mentioned, or is longer than Slack's. */
  doubtful: 6e3,
  /** An unpaired fence, per point of its weight. */
  single: 1e4,
  /** A block that is open at the end of the text, if one is also open as sent: the sender cut it. */
  cut: 15e3,
  /** A block that is open at the end of the text, if none is open as sent. */
  open: 1e10,
  /** Text that would become an info string and so be invisible. */
  hidden: 2e10,
}

/** The maximum length of code that stays in one line. */
const MAX_INLINE = 1_000

/** The two fences of a Slack block. */
export interface Pair {
  readonly open: Run
  readonly close: Run
  readonly firstLine: FirstLine
}

export interface Faults {
  /** The number of blocks whose first line is hidden in an info string. */
  readonly hidden: number
  /** Whether a block is open at the end of the text. */
  readonly open: boolean
}

/** Distinguishes Slack's blocks from Markdown's. */
export class FencePairs {
  readonly #text: string
  readonly #infoStrings: InfoStrings
  readonly #blocks: FenceBlocks

  /** `runs`: all runs of the text. */
  constructor(text: string, runs: readonly Run[], infoStrings: InfoStrings) {
    this.#text = text
    this.#infoStrings = infoStrings
    this.#blocks = new FenceBlocks(runs)
  }

  /** The faults of the text as it is. */
  faults(): Faults {
    let hidden = 0
    let open = false
    for (let at = 0; at < this.#blocks.none; at = this.#blocks.next(at)) {
      if (this.#hides(at)) hidden += 1
      open ||= this.#staysOpen(at)
    }
    return { hidden, open }
  }

  /** The run that opens a block that never closes, and the kind of its first line. */
  unclosed(): { readonly run: Run; readonly firstLine: FirstLine } | null {
    for (let at = 0; at < this.#blocks.none; at = this.#blocks.next(at)) {
      const run = this.#blocks.runs[at]
      if (run && this.#staysOpen(at)) return { run, firstLine: this.#firstLine(run) }
    }
    return null
  }

  /** Slack's blocks in the best reading of the text. */
  pairs(): readonly Pair[] {
    const { none, runs } = this.#blocks
    const closes = this.#closes(this.faults().open ? COST.cut : COST.open)
    const pairs: Pair[] = []
    for (let at = 0; at < none;) {
      const close = closes[at] ?? none
      const [open, end] = [runs[at], runs[close]]
      if (open && end) pairs.push({ open, close: end, firstLine: this.#firstLineOf(open, end) })
      at = close < none ? close + 1 : this.#blocks.next(at)
    }
    return pairs
  }

  /** The closing fence of each Slack fence. Computed from the end, because the cost of the rest counts too. */
  #closes(open: number): Int32Array {
    const { none } = this.#blocks
    const costs = new Float64Array(none + 1)
    const closes = new Int32Array(none).fill(none)
    for (let at = none - 1; at >= 0; at -= 1) {
      const close = this.#closeOfSlack(at)
      const asMarkdown = this.#costAsMarkdown(at, open) + (costs[this.#blocks.next(at)] ?? 0)
      const asSlack = this.#costAsSlack(at, close) + (costs[close + 1] ?? 0)
      if (asSlack <= asMarkdown) closes[at] = close
      costs[at] = Math.min(asSlack, asMarkdown)
    }
    return closes
  }

  #costAsMarkdown(at: number, open: number): number {
    const blocks = this.#blocks
    const run = blocks.runs[at]
    const ending = this.#staysOpen(at) ? open : 0
    if (!run || !isSlackFence(run)) return ending
    if (!run.begins) {
      if (this.#isLong(at)) return COST.long
      return blocks.next(at) === at + 1 ? COST.single * weightOf(run) : 0
    }
    const hidden = this.#hides(at) ? COST.hidden : 0
    return ending + hidden + COST.single * blocks.singlesInside(at)
  }

  #costAsSlack(at: number, close: number): number {
    const { none, runs } = this.#blocks
    return close === none ? Infinity : COST.moved + doubtOf(runs[at]) + doubtOf(runs[close])
  }

  /** Where a Slack block would end; `none` if the fence cannot open one. */
  #closeOfSlack(at: number): number {
    const blocks = this.#blocks
    const run = blocks.runs[at]
    // Breaking a quoted line would end the quote.
    if (!run || !isSlackFence(run) || run.line.quoted) return blocks.none
    const close = Math.min(blocks.fence(at), blocks.closing(at))
    return !run.first && this.#isNamedBlock(close) ? blocks.none : close
  }

  /** Whether a complete Markdown block with an info string begins here. */
  #isNamedBlock(at: number): boolean {
    const blocks = this.#blocks
    const run = blocks.runs[at]
    if (!run?.begins || this.#staysOpen(at) || this.#firstLine(run) !== 'info') return false
    // A space and a word after a fence are more likely text after a Slack block.
    if (this.#text.charAt(run.end).trim() === '') return false
    return blocks.singlesInside(at) === 0
  }

  #staysOpen(at: number): boolean {
    return this.#blocks.runs[at]?.begins === true && this.#blocks.closing(at) === this.#blocks.none
  }

  #hides(at: number): boolean {
    const run = this.#blocks.runs[at]
    if (run?.begins !== true || !isSlackFence(run)) return false
    return this.#firstLineOf(run, this.#blocks.runs[this.#blocks.closing(at)]) === 'code'
  }

  #isLong(at: number): boolean {
    const run = this.#blocks.runs[at]
    const end = this.#blocks.runs[this.#blocks.next(at) - 1]
    return run !== undefined && end !== undefined && end.at - run.end > MAX_INLINE
  }

  // A word that is not a language name and has nothing below it is content.
  #firstLineOf(open: Run, close: Run | undefined): FirstLine {
    const first = this.#firstLine(open)
    if (first !== 'info' || !close || close.line.start - open.line.end > 1) return first
    return firstLineOf(this.#text, open, 'languages')
  }

  #firstLine(run: Run): FirstLine {
    return firstLineOf(this.#text, run, this.#infoStrings)
  }
}

function doubtOf(run: Run | undefined): number {
  return run && (run.mentioned || !isSlackFence(run)) ? COST.doubtful : 0
}

import { FenceBlocks, weightOf } from './fence-blocks.js'
import { isSlackFence, type Run } from './fence-runs.js'
import { type FirstLine, firstLineOf, type InfoStrings } from './info-strings.js'

/**
 * A fence alone does not say whose it is, so all ways to read a text are compared. What is wrong
 * with each adds up, and the way with the least is right.
 */
const COST = {
  /** A pair of fences that needs lines of its own. */
  moved: 1,
  /** Code in one line that is as long as a message: the cut would tear it apart. */
  long: 10,
  /** A fence of such a pair that is mentioned, or longer than Slack's. */
  doubtful: 6e3,
  /** A fence that has no other one, for each point of its weight. */
  single: 1e4,
  /** A block that goes on to the end of a text, where one does as sent: its sender has cut it. */
  cut: 15e3,
  /** A block that goes on to the end of a text, where none does as sent. */
  open: 1e10,
  /** Words that would be an info string, which nobody sees. */
  hidden: 2e10,
}

/** Characters of code in one line that stay there. */
const MAX_INLINE = 1_000

/** The two fences of a block that is Slack's and not Markdown's. */
export interface Pair {
  readonly open: Run
  readonly close: Run
  readonly firstLine: FirstLine
}

export interface Faults {
  /** Blocks whose first line is hidden in an info string. */
  readonly hidden: number
  /** Whether the last block goes on to the end of the text. */
  readonly open: boolean
}

/** Tells blocks that are Slack's from those that are Markdown's. */
export class FencePairs {
  /** Characters looked at. */
  steps: number
  readonly #text: string
  readonly #infoStrings: InfoStrings
  readonly #blocks: FenceBlocks

  /** `runs` of the text, all of them. */
  constructor(text: string, runs: readonly Run[], infoStrings: InfoStrings) {
    this.#text = text
    this.#infoStrings = infoStrings
    this.#blocks = new FenceBlocks(runs)
    this.steps = this.#blocks.steps
  }

  /** What is wrong with the text as it is. */
  faults(): Faults {
    let hidden = 0
    let open = false
    for (let at = 0; at < this.#blocks.none; at = this.#blocks.next(at)) {
      if (this.#hides(at)) hidden += 1
      open ||= this.#staysOpen(at)
    }
    return { hidden, open }
  }

  /** The run that begins a block which goes on to the end of the text, and what is on its line. */
  unclosed(): { readonly run: Run; readonly firstLine: FirstLine } | null {
    for (let at = 0; at < this.#blocks.none; at = this.#blocks.next(at)) {
      const run = this.#blocks.runs[at]
      if (run && this.#staysOpen(at)) return { run, firstLine: this.#firstLine(run) }
    }
    return null
  }

  /** Slack's blocks in the best way to read the text. */
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

  /** For each run that is Slack's its other fence. The last one first: the costs of the rest count too. */
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

  /** Where a block of Slack's would end; nowhere if the fence cannot begin one. */
  #closeOfSlack(at: number): number {
    const blocks = this.#blocks
    const run = blocks.runs[at]
    // A quote would end where its lines are taken apart.
    if (!run || !isSlackFence(run) || run.line.quoted) return blocks.none
    const close = Math.min(blocks.fence(at), blocks.closing(at))
    return !run.first && this.#isNamedBlock(close) ? blocks.none : close
  }

  /** Whether a whole block of Markdown's that says what it holds begins here. */
  #isNamedBlock(at: number): boolean {
    const blocks = this.#blocks
    const run = blocks.runs[at]
    if (!run?.begins || this.#staysOpen(at) || this.#firstLine(run) !== 'info') return false
    // A space and a word behind a fence are rather the words behind a block of Slack's.
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

  // A word that names no language and has nothing below it is what the sender wants to show.
  #firstLineOf(open: Run, close: Run | undefined): FirstLine {
    const first = this.#firstLine(open)
    if (first !== 'info' || !close || close.line.start - open.line.end > 1) return first
    return firstLineOf(this.#text, open, 'languages')
  }

  #firstLine(run: Run): FirstLine {
    this.steps += run.line.end - run.end
    return firstLineOf(this.#text, run, this.#infoStrings)
  }
}

function doubtOf(run: Run | undefined): number {
  return run && (run.mentioned || !isSlackFence(run)) ? COST.doubtful : 0
}

import { FenceBlocks } from './fence-blocks.js'
import { isSlackFence, type Run } from './fence-runs.js'
import { type FirstLine, firstLineOf, type InfoStrings } from './info-strings.js'

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

  /**
   * Slack's blocks, read from the top: a fence at the beginning of a line is Markdown's if Markdown
   * closes it, and no line in between ends with another one. Every other fence opens a block of
   * Slack's, which the next fence closes, unless the words are only about it.
   */
  pairs(): readonly Pair[] {
    const { none, runs } = this.#blocks
    const pairs: Pair[] = []
    for (let at = 0; at < none;) {
      const close = this.#isOfMarkdown(at) ? none : this.#closeOfSlack(at)
      const [open, end] = [runs[at], runs[close]]
      const isMoved = open && end && (open.line !== end.line || end.at - open.end > MAX_INLINE)
      if (isMoved) pairs.push({ open, close: end, firstLine: this.#firstLineOf(open, end) })
      at = isMoved ? close + 1 : this.#blocks.next(at)
    }
    return pairs
  }

  #isOfMarkdown(at: number): boolean {
    const run = this.#blocks.runs[at]
    if (!run?.begins || this.#staysOpen(at)) return false
    return !isSlackFence(run) || !(this.#hides(at) || this.#blocks.holdsEnd(at))
  }

  /** Where a Slack block would end; `none` if the fence cannot open one. */
  #closeOfSlack(at: number): number {
    const blocks = this.#blocks
    const run = blocks.runs[at]
    // Breaking a quoted line would end the quote.
    if (!run || !isSlackFence(run) || run.line.quoted || !run.opensCode) return blocks.none
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
    return !blocks.holdsEnd(at)
  }

  #staysOpen(at: number): boolean {
    return this.#blocks.runs[at]?.begins === true && this.#blocks.closing(at) === this.#blocks.none
  }

  #hides(at: number): boolean {
    const run = this.#blocks.runs[at]
    if (run?.begins !== true || !isSlackFence(run)) return false
    return this.#firstLineOf(run, this.#blocks.runs[this.#blocks.closing(at)]) === 'code'
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

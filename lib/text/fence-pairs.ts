import { firstPlace, type Place } from './fence-blocks.js'
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
  /** The run that opens a block that never closes. */
  readonly open: Run | null
}

/** Distinguishes Slack's blocks from Markdown's. */
export class FencePairs {
  readonly #text: string
  readonly #infoStrings: InfoStrings
  readonly #first: Place | null

  /** `runs`: all runs of the text. */
  constructor(text: string, runs: readonly Run[], infoStrings: InfoStrings) {
    this.#text = text
    this.#infoStrings = infoStrings
    this.#first = firstPlace(runs)
  }

  /** The faults of the text as it is. */
  faults(): Faults {
    let hidden = 0
    let open: Run | null = null
    for (let place = this.#first; place; place = place.next) {
      if (this.#hides(place)) hidden += 1
      if (place.staysOpen) open = place.run
    }
    return { hidden, open }
  }

  /**
   * Slack's blocks, read from the top: a fence at the beginning of a line is Markdown's if Markdown
   * closes it, and no line in between ends with another one. Every other fence opens a block of
   * Slack's, which the next fence closes, unless the words are only about it.
   */
  pairs(): readonly Pair[] {
    const pairs: Pair[] = []
    for (let place = this.#first; place;) {
      const { run: open, next }: Place = place
      const close = this.#isOfMarkdown(place) ? null : this.#closeOfSlack(place)
      const isMoved =
        close && (open.line !== close.run.line || close.run.at - open.end > MAX_INLINE)
      if (isMoved) {
        pairs.push({ open, close: close.run, firstLine: this.#firstLineOf(open, close.run) })
      }
      place = isMoved ? close.after : next
    }
    return pairs
  }

  #isOfMarkdown(place: Place): boolean {
    if (!place.run.begins || place.staysOpen) return false
    return !isSlackFence(place.run) || !(this.#hides(place) || place.holdsEnd)
  }

  /** Where a Slack block would end; null if the fence cannot open one. */
  #closeOfSlack({ run, fence, closing }: Place): Place | null {
    // Breaking a quoted line would end the quote.
    if (!isSlackFence(run) || run.line.quoted || !run.opensCode) return null
    const isFenceFirst = fence && (!closing || fence.run.at < closing.run.at)
    const close = isFenceFirst ? fence : closing
    return close && !run.first && this.#isNamedBlock(close) ? null : close
  }

  /** Whether a complete Markdown block with an info string begins here. */
  #isNamedBlock({ run, staysOpen, holdsEnd }: Place): boolean {
    if (!run.begins || staysOpen || this.#firstLine(run) !== 'info') return false
    // A space and a word after a fence are more likely text after a Slack block.
    return this.#text.charAt(run.end).trim() !== '' && !holdsEnd
  }

  #hides({ run, closing }: Place): boolean {
    return run.begins && isSlackFence(run) && this.#firstLineOf(run, closing?.run) === 'code'
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

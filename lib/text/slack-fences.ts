import { firstPlace, isSlackFence, type Place, type Run, runsOf } from './fence-runs.js'
import { type FirstLine, firstLineOf, type InfoStrings } from './info-strings.js'
import { withLastLine } from './ends.js'

/** The maximum length of code that stays in one line. */
const MAX_INLINE = 1_000

/** The two fences of a Slack block. */
interface Pair {
  readonly open: Run
  readonly close: Run
  readonly firstLine: FirstLine
}

interface Faults {
  /** The number of blocks whose first line is hidden in an info string. */
  readonly hidden: number
  /** The run that opens a block that never closes. */
  readonly open: Run | null
}

/** Distinguishes Slack's blocks from Markdown's. */
class FencePairs {
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

  #isOfMarkdown(place: Place) {
    if (!place.run.begins || place.staysOpen) return false
    return !isSlackFence(place.run) || !(this.#hides(place) || place.holdsEnd)
  }

  /** Where a Slack block would end; null if the fence cannot open one. */
  #closeOfSlack({ run, fence, closing }: Place) {
    // Breaking a quoted line would end the quote.
    if (!isSlackFence(run) || run.line.quoted || !run.opensCode) return null
    const isFenceFirst = fence && (!closing || fence.run.at < closing.run.at)
    const close = isFenceFirst ? fence : closing
    return close && !run.first && this.#isNamedBlock(close) ? null : close
  }

  /** Whether a complete Markdown block with an info string begins here. */
  #isNamedBlock({ run, staysOpen, holdsEnd }: Place) {
    if (!run.begins || staysOpen || this.#firstLine(run) !== 'info') return false
    // A space and a word after a fence are more likely text after a Slack block.
    return this.#text.charAt(run.end).trim() !== '' && !holdsEnd
  }

  #hides({ run, closing }: Place) {
    return run.begins && isSlackFence(run) && this.#firstLineOf(run, closing?.run) === 'code'
  }

  // A word that is not a language name and has nothing below it is content.
  #firstLineOf(open: Run, close: Run | undefined) {
    const first = this.#firstLine(open)
    if (first !== 'info' || !close || close.line.start - open.line.end > 1) return first
    return firstLineOf(this.#text, open, 'languages')
  }

  #firstLine(run: Run) {
    return firstLineOf(this.#text, run, this.#infoStrings)
  }
}

/**
 * Slack's blocks of code may begin and end inside a line, which in Markdown would hide the first
 * line and leave the block open: each fence gets a line of its own (docs/contract.md, Code fences). Blocks that
 * are Markdown's already stay as they are. A block without an end stays open, unless its first line
 * would be hidden. `runs` are those of backticks and tildes next to fences: with more than `most`, the text
 * is unchanged.
 */
export function fencesOnLines(text: string, infoStrings: InfoStrings = 'words', most = Infinity) {
  if (!text.includes('```')) return { text, runs: 0 }
  const runs = runsOf(text, most)
  if (runs.length > most) return { text, runs: runs.length }
  const sent = new FencePairs(text, runs, infoStrings)
  const faults = sent.faults()
  const pairs = sent.pairs()
  if (pairs.length > 0) {
    const onLines = write(text, pairs)
    const written = new FencePairs(onLines, runsOf(onLines, Infinity), infoStrings)
    const left = written.faults()
    // What stood behind a fence may begin a block once it is on a line of its own.
    if (written.pairs().length === 0 && !isWorse(left, faults)) {
      return { text: closed(onLines, left, infoStrings), runs: runs.length }
    }
  }
  return { text: closed(text, faults, infoStrings), runs: runs.length }
}

/** Closes a block that the sender cut off, and moves its hidden first line below the fence. */
function closed(text: string, { open }: Faults, infoStrings: InfoStrings) {
  if (!open || !isSlackFence(open) || open.line.quoted) return text
  if (firstLineOf(text, open, infoStrings) !== 'code') return text
  return withLastLine(`${text.slice(0, open.end)}\n${text.slice(open.end)}`, '```')
}

/** An open block still shows all of its text; a hidden line is worse, because it is invisible. */
function isWorse(written: Faults, sent: Faults) {
  if (written.hidden !== sent.hidden) return written.hidden > sent.hidden
  return written.open !== null && sent.open === null
}

/** The text with the fences of each pair on lines of their own. */
function write(text: string, pairs: readonly Pair[]) {
  const parts: string[] = []
  let copied = 0
  for (const { open, close, firstLine } of pairs) {
    const lineStart = Math.max(copied, open.line.start)
    const before = text.slice(lineStart, open.at).trimEnd()
    parts.push(text.slice(copied, lineStart), before, before === '' ? '' : '\n', '```')
    if (firstLine === 'code') parts.push('\n')
    const body = firstLine === 'nothing' ? open.line.end : open.end
    const isOnLine = text.slice(close.line.start, close.at).trim() === ''
    parts.push(text.slice(body, isOnLine ? close.line.start : close.at), isOnLine ? '' : '\n')
    parts.push(text.slice(close.at, close.end))
    copied = close.end
    while (text.charAt(copied) === ' ') copied += 1
    const next = text.charAt(copied)
    if (next !== '' && next !== '\n' && next !== '\r') parts.push('\n')
  }
  parts.push(text.slice(copied))
  return parts.join('')
}

import { endOfLine, endOfRun } from './ends.js'

/** What may precede a fence on its line: white space, and marks of quotes and lists. */
const CONTAINER = /[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*/y
/** The first characters of lines with such marks. */
const MAY_MATTER = /[ \t>*+\d-]/
const FENCE = /`{3}|~{3}/g
/** Pairs of characters around a fence that a text only mentions, as in: the marker is "```". */
const QUOTES = new Set(['""', "''", '()', '“”', '„“', '‘’', '«»'])

/** The length of Slack's fences, and the minimum length of Markdown's. */
const SLACK = 3
/** A longer run is decoration, as in `code-spans`. */
const MAX_FENCE = 100

interface Line {
  readonly start: number
  readonly end: number
  /** The width of white space and marks before the line's text. */
  readonly indent: number
  readonly quoted: boolean
}

/** A run of backticks, or a run of tildes at the start of its line, on a line with a fence. */
export interface Run {
  readonly at: number
  readonly end: number
  readonly tilde: boolean
  readonly line: Line
  /** Whether it begins the line's text. */
  readonly first: boolean
  /** Whether it is in quotation marks, so that the text only mentions it. */
  readonly mentioned: boolean
  /** Whether code of Slack's may begin with it: the words around it are not about it. */
  readonly opensCode: boolean
  /** Whether it surely ends code of Slack's: behind a word, at the end of its line, or before words. */
  readonly endsCode: boolean
  /** Whether it opens a Markdown block if none is open. */
  readonly begins: boolean
  /** Whether it closes an open block: nothing else is on its line. */
  readonly ends: boolean
}

function lengthOf({ at, end }: Run) {
  return end - at
}

/** Whether a run can be a Slack fence; it may also be Markdown's. */
export function isSlackFence(run: Run): boolean {
  return lengthOf(run) === SLACK && !run.tilde
}

/**
 * The runs of a text in order, at most a few more than `most`. Runs on lines without a fence do not
 * matter, and a fence at the start of a quoted line belongs to the quote.
 */
export function runsOf(text: string, most: number): readonly Run[] {
  const runs: Run[] = []
  FENCE.lastIndex = 0
  while (runs.length <= most && FENCE.test(text)) {
    const start = text.lastIndexOf('\n', FENCE.lastIndex - 1) + 1
    const end = endOfLine(text, FENCE.lastIndex)
    addRunsOfLine(runs, text.slice(start, end), start, most)
    FENCE.lastIndex = end + 1
  }
  return runs
}

function addRunsOfLine(runs: Run[], words: string, start: number, most: number) {
  const marks = marksOf(words)
  const indent = marks.length
  const line = { start, end: start + words.length, indent, quoted: marks.includes('>') }
  // Inside a list item, the closing fence is indented and has no list mark.
  const mayEnd = marks.trim() === ''
  let from = words.startsWith('~~~', indent) ? indent : words.indexOf('`', indent)
  while (from !== -1 && runs.length <= most) {
    const to = endOfRun(words, from)
    const tilde = words.charAt(from) === '~'
    const first = from === indent
    const fence = first && to - from >= SLACK && to - from <= MAX_FENCE
    const [before, behind] = [words.charAt(from - 1), words.charAt(to)]
    const isLast = words.slice(to).trim() === ''
    const mentioned = !first && QUOTES.has(before + behind)
    const isBetween = !first && before === ' ' && behind === ' ' && !isLast
    const run = {
      at: start + from,
      end: start + to,
      tilde,
      line,
      first,
      mentioned,
      opensCode: !mentioned && !isBetween,
      endsCode: first ? behind === ' ' && !isLast : !mentioned && (isLast || before.trim() !== ''),
      begins: fence && (tilde || !words.includes('`', to)),
      ends: fence && mayEnd && isLast,
    }
    if (!fence || !line.quoted) runs.push(run)
    from = words.indexOf('`', to)
  }
}

function marksOf(words: string) {
  if (!MAY_MATTER.test(words.charAt(0))) return ''
  CONTAINER.lastIndex = 0
  return CONTAINER.exec(words)?.[0] ?? ''
}

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

function key({ tilde }: Run, length: number, indent: number) {
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

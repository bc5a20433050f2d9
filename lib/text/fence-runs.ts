import { CodeSpans } from './code-spans.js'

/** What may stand before a fence on its line: white space, marks of quotes and of lists. */
const CONTAINER = /[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*/y
/** What a line with such marks, or with tildes, begins with. */
const MAY_MATTER = /[ \t>*+\d~-]/

/** A run of backticks, or one of three tildes and more that begins its line. */
export interface Run {
  readonly at: number
  readonly end: number
  readonly tilde: boolean
  readonly lineStart: number
  readonly lineEnd: number
  /** Nothing but white space and marks of quotes and lists before it. */
  readonly first: boolean
  readonly quoted: boolean
}

/** Whether a run is Slack's fence, which may also be Markdown's. */
export function isSlackFence({ at, end, tilde }: Run): boolean {
  return end - at === 3 && !tilde
}

/** The runs of a text in order. Each character is looked at a few times at most, whatever the text. */
export class Runs {
  /** Characters looked at. */
  steps = 0
  readonly #text: string
  readonly #code: CodeSpans
  #at = 0
  /** The first backtick from `#at` on, or the end. */
  #tick = -1
  #lineStart = 0
  #lineEnd = -1
  /** Where the line's own text begins. */
  #textStart = 0
  #quoted = false

  constructor(text: string) {
    this.#text = text
    this.#code = new CodeSpans(text)
  }

  next(): Run | null {
    while (this.#at <= this.#text.length) {
      if (this.#at > this.#lineEnd) {
        this.#beginLine()
        const tildes = this.#runAt(this.#textStart, '~')
        if (tildes.end - tildes.at >= 3) return this.#take(tildes)
      }
      const tick = this.#nextTick()
      if (tick < this.#lineEnd) return this.#take(this.#runAt(tick, '`'))
      this.#at = this.#lineEnd + 1
    }
    return null
  }

  /** The next fence of Slack's, whatever is before it. */
  nextFence(): Run | null {
    let run = this.next()
    while (run && !isSlackFence(run)) run = this.next()
    return run
  }

  /** Goes on behind the inline code that a run opens, if that ends on the same line. */
  skipSpan({ at, lineEnd }: Run): boolean {
    const { end, closed } = this.#code.endOf(at)
    if (!closed || end > lineEnd) return false
    this.steps += end - at
    this.#at = end
    return true
  }

  /** Goes on behind the block that a run begins. */
  skipBlock(open: Run): void {
    let run = this.next()
    while (run && !this.closes(run, open)) run = this.next()
  }

  /** Whether a run begins a block of Markdown's. */
  begins({ at, first, tilde, end, lineEnd }: Run): boolean {
    return first && end - at >= 3 && (tilde || !this.#slice(end, lineEnd).includes('`'))
  }

  /** Whether a run ends the block that `open` begins: alone on its line, and not in deeper. */
  closes(run: Run, open: Run): boolean {
    if (!run.first || run.tilde !== open.tilde) return false
    if (run.end - run.at < open.end - open.at) return false
    if (run.at - run.lineStart > open.at - open.lineStart + 3) return false
    return this.#slice(run.end, run.lineEnd).trim() === ''
  }

  #beginLine(): void {
    const text = this.#text
    this.#lineStart = this.#at
    const end = text.indexOf('\n', this.#at)
    this.#lineEnd = end === -1 ? text.length : end
    this.#textStart = this.#lineStart
    this.#quoted = false
    this.steps += 1
    if (!MAY_MATTER.test(text.charAt(this.#lineStart))) return
    CONTAINER.lastIndex = this.#lineStart
    const [marks = ''] = CONTAINER.exec(text) ?? []
    this.#textStart += marks.length
    this.#quoted = marks.includes('>')
    this.steps += marks.length
  }

  #nextTick(): number {
    if (this.#tick < this.#at) {
      const tick = this.#text.indexOf('`', this.#at)
      this.#tick = tick === -1 ? this.#text.length : tick
      this.steps += this.#tick - this.#at
    }
    return this.#tick
  }

  #runAt(at: number, char: '`' | '~'): Run {
    let end = at
    while (this.#text.charAt(end) === char) end += 1
    this.steps += end - at
    return {
      at,
      end,
      tilde: char === '~',
      lineStart: this.#lineStart,
      lineEnd: this.#lineEnd,
      first: at === this.#textStart,
      quoted: this.#quoted,
    }
  }

  #take(run: Run): Run {
    this.#at = run.end
    return run
  }

  #slice(from: number, to: number): string {
    this.steps += to - from
    return this.#text.slice(from, to)
  }
}

import { atName, type MentionTexts } from './at-names.js'
import { CodeSpans, fenceAt, isBlankLine } from './code-spans.js'
import { endOf } from './ends.js'
import { MAX_TEXT_NODES } from '../model/limits.js'
import type { Fence } from '../model/message.js'
import { addressEnd, targetAt } from './links.js'
import type { Range, Segment } from './split.js'

/** A segment of a text that was finished before it was taken apart. */
export interface FoundSegment extends Segment {
  /** The text of a mention, as `MentionTexts` knows it; null for everything else. */
  readonly mention: string | null
}

const BETWEEN = { solid: false, fence: null, mention: null }

/** Collects the pieces of a text that must not be cut, in order. */
class FoundPieces {
  readonly #text: string
  readonly #found: (Range & Pick<FoundSegment, 'fence' | 'mention'>)[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** Whether no more are kept; the rest of the text may be cut anywhere, as in a payload's texts. */
  get isFull(): boolean {
    return this.#found.length >= MAX_TEXT_NODES
  }

  /** Behind the piece. Earlier pieces inside of it become a part of it. */
  add(
    start: number,
    end: number,
    mention: string | null = null,
    fence: Fence | null = null,
  ): number {
    while ((this.#found.at(-1)?.start ?? -1) >= start) this.#found.pop()
    this.#found.push({ start, end, fence, mention })
    return end
  }

  /** The whole text: the pieces, and what is between them. */
  segments(): readonly FoundSegment[] {
    const segments: FoundSegment[] = []
    let at = 0
    const add = (end: number, rest: Omit<FoundSegment, 'text'>) => {
      if (end > at) segments.push({ text: this.#text.slice(at, end), ...rest })
      at = end
    }
    for (const { start, end, fence, mention } of this.#found) {
      add(start, BETWEEN)
      add(end, { solid: fence === null, fence, mention })
    }
    add(this.#text.length, BETWEEN)
    return segments
  }
}

const ANGLE = /<[^\s<>]+>/y

/** Finished Markdown in pieces for the splitter: links, mentions and blocks of code stay whole. */
export function segmentsOfMarkdown(text: string, mentions: MentionTexts): readonly FoundSegment[] {
  return new Scanner(text, mentions).run()
}

class Scanner {
  readonly #text: string
  readonly #mentions: MentionTexts
  readonly #code: CodeSpans
  readonly #pieces: FoundPieces
  /** Where brackets of the paragraph are open. */
  #brackets: number[] = []

  constructor(text: string, mentions: MentionTexts) {
    this.#text = text
    this.#mentions = mentions
    this.#code = new CodeSpans(text)
    this.#pieces = new FoundPieces(text)
  }

  run(): readonly FoundSegment[] {
    let at = this.#lineStart(0)
    while (at < this.#text.length && !this.#pieces.isFull) at = this.#next(at)
    return this.#pieces.segments()
  }

  /** Behind what begins here. */
  #next(at: number) {
    const text = this.#text
    switch (text.charAt(at)) {
      case '\n':
        return this.#lineStart(at + 1)
      case '\\':
        return at + (text.charAt(at + 1) === '\n' ? 1 : 2)
      case '`':
        return this.#code.endOf(at).end
      case '!':
        return text.charAt(at + 1) === '[' ? this.#open(at, at + 2) : at + 1
      case '[':
        return this.#open(at, at + 1)
      case ']':
        return this.#close(at)
      case '<':
        return this.#angle(at)
      case '@':
        return this.#name(at)
      case 'h':
      case 'H':
      case 'f':
      case 'F':
        return this.#address(at)
      default:
        return at + 1
    }
  }

  #lineStart(at: number) {
    const block = fenceAt(this.#text, at)
    if (block || isBlankLine(this.#text, at)) this.#brackets = []
    return block ? this.#pieces.add(at, block.end, null, block.fence) : at
  }

  #open(at: number, end: number) {
    this.#brackets.push(at)
    return end
  }

  #close(at: number) {
    const start = this.#brackets.pop() ?? -1
    const target = start === -1 ? null : targetAt(this.#text, at + 1)
    return target ? this.#pieces.add(start, target.end) : at + 1
  }

  #angle(at: number) {
    const end = endOf(ANGLE, this.#text, at)
    return end === -1 ? at + 1 : this.#pieces.add(at, end)
  }

  #name(at: number) {
    const mention = this.#mentions.at(this.#text, at)
    if (mention !== null) return this.#pieces.add(at, at + mention.length, mention)
    const { end, isName } = atName(this.#text, at)
    return isName ? this.#pieces.add(at, end) : end
  }

  #address(at: number) {
    const end = addressEnd(this.#text, at)
    return end === at ? at + 1 : this.#pieces.add(at, end)
  }
}

/** What shows that a word holds an address, alone or as `(address)`. */
const ADDRESS = /:\/\/|^\(?(?:mailto|tel|sms):|^\(\//i

/** Plain text in pieces for the splitter: mentions, and words that hold an address, stay whole. */
export function segmentsOfPlain(text: string, mentions: MentionTexts): readonly FoundSegment[] {
  const pieces = new FoundPieces(text)
  /** The end of the last name: a mention may reach over the end of its word. */
  let behind = 0
  const addNames = (end: number) => {
    let at = text.indexOf('@', behind)
    while (at !== -1 && at < end && !pieces.isFull) {
      const mention = mentions.at(text, at)
      const name = atName(text, at)
      behind = mention === null ? name.end : at + mention.length
      if (mention !== null || name.isName) pieces.add(at, behind, mention)
      at = text.indexOf('@', behind)
    }
  }
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    if (pieces.isFull) break
    const end = index + word.length
    behind = Math.max(behind, index)
    if (behind === index && ADDRESS.test(word)) pieces.add(index, end)
    else if (word.includes('@')) addNames(end)
  }
  return pieces.segments()
}

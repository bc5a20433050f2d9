import { atName } from './at-names.js'
import { addressEnd } from './bare-addresses.js'
import { CodeSpans, fenceAt, isBlankLine } from './code-spans.js'
import { endOf } from './ends.js'
import { FoundPieces, type FoundSegment } from './found-pieces.js'
import { targetAt } from './link-target.js'
import type { MentionTexts } from './mention-texts.js'

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
  #next(at: number): number {
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

  #lineStart(at: number): number {
    const block = fenceAt(this.#text, at)
    if (block || isBlankLine(this.#text, at)) this.#brackets = []
    return block ? this.#pieces.fence(at, block.end, block.fence) : at
  }

  #open(at: number, end: number): number {
    this.#brackets.push(at)
    return end
  }

  #close(at: number): number {
    const start = this.#brackets.pop()
    const target = start === undefined ? null : targetAt(this.#text, at + 1)
    if (start === undefined || !target) return at + 1
    return this.#pieces.solid(start, target.end)
  }

  #angle(at: number): number {
    const end = endOf(ANGLE, this.#text, at)
    return end === -1 ? at + 1 : this.#pieces.solid(at, end)
  }

  #name(at: number): number {
    const mention = this.#mentions.at(this.#text, at)
    if (mention !== null) return this.#pieces.solid(at, at + mention.length, mention)
    const { end, isName } = atName(this.#text, at)
    return isName ? this.#pieces.solid(at, end) : end
  }

  #address(at: number): number {
    const end = addressEnd(this.#text, at)
    return end === at ? at + 1 : this.#pieces.solid(at, end)
  }
}

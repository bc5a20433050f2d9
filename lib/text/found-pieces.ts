import { MAX_TEXT_NODES } from '../model/limits.js'
import type { Fence } from '../model/message.js'
import type { Segment } from './split.js'

/** A segment of a text that was finished before it was taken apart. */
export interface FoundSegment extends Segment {
  /** The text of a mention, as `MentionTexts` knows it; null for everything else. */
  readonly mention: string | null
}

interface Found {
  readonly start: number
  readonly end: number
  readonly fence: Fence | null
  readonly mention: string | null
}

const BETWEEN = { solid: false, fence: null, mention: null }

/** Collects the pieces of a text that must not be cut, in order. */
export class FoundPieces {
  readonly #text: string
  readonly #found: Found[] = []

  constructor(text: string) {
    this.#text = text
  }

  /** Whether no more are kept; the rest of the text may be cut anywhere, as in a payload's texts. */
  get isFull(): boolean {
    return this.#found.length >= MAX_TEXT_NODES
  }

  /** Behind the piece. Earlier pieces inside of it become a part of it. */
  solid(start: number, end: number, mention: string | null = null): number {
    while ((this.#found.at(-1)?.start ?? -1) >= start) this.#found.pop()
    this.#found.push({ start, end, fence: null, mention })
    return end
  }

  fence(start: number, end: number, fence: Fence): number {
    this.#found.push({ start, end, fence, mention: null })
    return end
  }

  /** The whole text: the pieces, and what is between them. */
  segments(): readonly FoundSegment[] {
    const segments: FoundSegment[] = []
    let at = 0
    const add = (end: number, rest: Omit<FoundSegment, 'text'>): void => {
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

import type { Fence } from '../model/message.js'
import { advance, countCodePoints, hasPairs } from './code-points.js'
import { endWithout } from './ends.js'
import { beforeRun, cutInsideBlock, wouldOpenBlock } from './code-spans.js'
import { clusterBoundary, joinsSpace } from './graphemes.js'

/** A finished piece of a post's text. A solid piece is not cut if it fits into a post. */
export interface Segment {
  readonly text: string
  readonly solid: boolean
  readonly fence: Fence | null
}

export interface Part {
  readonly text: string
  /** The segments that begin in this part, as `[first, end)`. */
  readonly first: number
  readonly end: number
}

export interface Range {
  readonly start: number
  readonly end: number
}

interface FenceRange extends Range, Pick<Fence, 'marker' | 'info'> {
  readonly bodyEnd: number
}

/** Where a part ends and the next one begins, and the text that closes and reopens a block between them. */
interface Cut {
  readonly end: number
  readonly next: number
  readonly suffix: string
  readonly prefix: string
}

/**
 * Cuts a text into parts of at most `limit` code points (docs/contract.md, Splitting). Stops after
 * `maxParts + 1` parts, so that the caller can detect that there are too many.
 */
export function splitText(
  segments: readonly Segment[],
  limit: number,
  maxParts: number,
): readonly Part[] {
  const length = segments.reduce((sum, segment) => sum + segment.text.length, 0)
  // A code point takes at most two positions.
  if (length <= 2 * limit) {
    const text = segments.map((segment) => segment.text).join('')
    if (countCodePoints(text) <= limit) return [{ text, first: 0, end: segments.length }]
  }
  return new Splitter(segments, limit).parts(maxParts + 1)
}

class Splitter {
  readonly #text: string
  readonly #hasPairs: boolean
  readonly #limit: number
  readonly #starts: number[] = []
  readonly #solids: Range[] = []
  readonly #fences: FenceRange[] = []
  /** Code points of the longest closing line of a block, including its line end. */
  #closingLine = 0

  constructor(segments: readonly Segment[], limit: number) {
    this.#limit = limit
    const pieces: string[] = []
    let at = 0
    for (const segment of segments) {
      this.#starts.push(at)
      const piece = this.#place(segment, at)
      pieces.push(piece)
      at += piece.length
    }
    this.#text = pieces.join('')
    this.#hasPairs = hasPairs(this.#text)
  }

  // A block that is open at the end gets a closing line, so that every part is balanced.
  #place({ text, solid, fence }: Segment, at: number) {
    if (!fence || countCodePoints(fence.opening) > this.#limit / 8) {
      if (solid) this.#solids.push({ start: at, end: at + text.length })
      return text
    }
    const { opening, marker, info, closing } = fence
    const whole = closing === '' ? text + withLineEnd(text, marker) : text
    const bodyStart = at + opening.length
    const bodyEnd = Math.max(bodyStart, at + text.length - closing.length)
    this.#fences.push({ start: at, bodyEnd, end: at + whole.length, marker, info })
    this.#closingLine = Math.max(this.#closingLine, marker.length + 1)
    // The opening line stays with the first character of the block's body.
    this.#solids.push({ start: at, end: bodyStart + 1 })
    return whole
  }

  parts(most: number): readonly Part[] {
    const found: Part[] = []
    let at = 0
    let prefix = ''
    let first = 0
    while (found.length < most) {
      const cut = this.#nextCut(at, this.#limit - countCodePoints(prefix))
      const end = countBefore(this.#starts, cut.next, (start) => start)
      found.push({ text: prefix + this.#text.slice(at, cut.end) + cut.suffix, first, end })
      if (cut.next >= this.#text.length) break
      at = cut.next
      prefix = cut.prefix
      first = end
    }
    return found
  }

  #nextCut(at: number, budget: number): Cut {
    const text = this.#text
    if (this.#advance(at, budget) === text.length) return bare(text.length)
    const cut = this.#choose(at, budget)
    if (!rangeAround(this.#fences, cut)) return this.#plainCut(at, cut)
    // Chosen again with room to close the block. The new cut may be before it or in another block.
    const inner = this.#choose(at, budget - this.#closingLine)
    const fence = rangeAround(this.#fences, inner)
    if (!fence) return this.#plainCut(at, inner)
    const end =
      inner < fence.bodyEnd ? cutInsideBlock(text, at, inner, fence.marker) : fence.bodyEnd
    const suffix = withLineEnd(text.slice(at, end), fence.marker)
    return end === fence.bodyEnd
      ? { end, next: fence.end, suffix, prefix: '' }
      : { end, next: end, suffix, prefix: `${fence.marker}${fence.info}\n` }
  }

  // Without pairs, no walk over the text, which each cut would repeat.
  #advance(at: number, count: number) {
    return this.#hasPairs ? advance(this.#text, at, count) : Math.min(at + count, this.#text.length)
  }

  #plainCut(at: number, wanted: number): Cut {
    let cut = wanted
    if (wouldOpenBlock(this.#text, cut)) {
      const back = beforeRun(this.#text, at, cut)
      const free = this.#solidAround(back)?.start ?? back
      if (free > at) cut = free
    }
    return bare(cut)
  }

  #choose(at: number, budget: number) {
    const text = this.#text
    const end = this.#advance(at, budget)
    const low = this.#advance(at, Math.floor((budget * 3) / 4))
    const preferred = this.#preferred(low, end)
    if (preferred !== -1) return preferred
    const boundary = clusterBoundary(text, at, end) ?? end
    // A combining mark after a link belongs to its last character, so both go to the next part.
    const cut = this.#solidAround(boundary)?.start ?? boundary
    return cut > at ? cut : end
  }

  /**
   * The last blank line between the two positions, else the last line end, else the last space; -1
   * for none.
   */
  #preferred(low: number, end: number) {
    const text = this.#text
    let line = -1
    let space = -1
    for (let cut = end; cut > low; cut -= 1) {
      const before = text.charCodeAt(cut - 1)
      if (before === 0x0a) {
        if (this.#solidAround(cut)) continue
        if (endsBlankLine(text, cut - 1)) return cut
        if (line === -1) line = cut
      } else if (space === -1 && (before === 0x20 || before === 0x09)) {
        if (!this.#solidAround(cut) && !joinsSpace(text, cut)) space = cut
      }
    }
    return line === -1 ? space : line
  }

  #solidAround(cut: number) {
    return rangeAround(this.#solids, cut)
  }
}

/** A cut between two characters. */
function bare(at: number): Cut {
  return { end: at, next: at, suffix: '', prefix: '' }
}

/** The range that a cut would divide; ranges are in order. */
function rangeAround<T extends Range>(ranges: readonly T[], cut: number) {
  const range = ranges[countBefore(ranges, cut, ({ start }) => start) - 1]
  return range && cut < range.end ? range : null
}

/** How many of the places, which are in order, begin before `at`. */
function countBefore<T>(places: readonly T[], at: number, startOf: (place: T) => number) {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    const place = places[middle]
    if (place !== undefined && startOf(place) < at) low = middle + 1
    else high = middle
  }
  return low
}

function endsBlankLine(text: string, newline: number) {
  return text.charAt(endWithout(text, newline, ' \t\r') - 1) === '\n'
}

function withLineEnd(text: string, line: string) {
  return text.endsWith('\n') ? line : `\n${line}`
}

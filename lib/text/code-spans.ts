import type { Fence } from '../model/message.js'
import { endOf, endOfLine, endOfRun, withLastLine } from './ends.js'
import { clusterBoundary } from './graphemes.js'

/** A longer run is decoration, and would leave no room to reopen a block that is cut. */
const MAX_MARKER = 100
/** Longer runs are not read to their end, because they would be counted again at each cut. */
const MARKER = / {0,3}(`{3,100}(?!`)|~{3,100}(?!~))/y
const BEFORE_MARKER = ' `~'
const BLANK_LINE = /[ \t\r]*(?:\n|$)/y

/** The fenced block whose opening line begins at `start`, as defined by CommonMark, or null. */
export function fenceAt(text: string, start: number) {
  const found = markerAt(text, start)
  if (found === null) return null
  const { marker } = found
  const lineEnd = endOfLine(text, found.end)
  const info = text.slice(found.end, lineEnd)
  if (marker.startsWith('`') && info.includes('`')) return null
  const body = Math.min(lineEnd + 1, text.length)
  let closing = body
  let end = endOfLine(text, closing)
  while (closing < text.length && !closes(text, closing, end, marker)) {
    closing = Math.min(end + 1, text.length)
    end = endOfLine(text, closing)
  }
  const fence: Fence = {
    opening: text.slice(start, body),
    marker,
    info: info.trim(),
    closing: text.slice(closing, end),
  }
  return { end, fence }
}

/** The marker of a fence on the line that begins here. */
function markerAt(text: string, lineStart: number) {
  if (!BEFORE_MARKER.includes(text.charAt(lineStart))) return null
  MARKER.lastIndex = lineStart
  const [, marker] = MARKER.exec(text) ?? []
  return marker === undefined ? null : { marker, end: MARKER.lastIndex }
}

/** Whether a line closes the block that a marker opens. */
function closes(text: string, start: number, end: number, marker: string) {
  const found = markerAt(text, start)
  return found?.marker.startsWith(marker) === true && text.slice(found.end, end).trim() === ''
}

function isClosingLine(line: string, marker: string) {
  return closes(line, 0, line.length, marker)
}

export function isBlankLine(text: string, start: number): boolean {
  return endOf(BLANK_LINE, text, start) !== -1
}

/**
 * A position to cut inside a block's body, at `cut` or before it, so that neither half of the cut line
 * looks like the closing line of the block.
 */
export function cutInsideBlock(text: string, at: number, cut: number, marker: string): number {
  const start = at + text.slice(at, cut).lastIndexOf('\n') + 1
  if (start === cut) return cut
  if (isClosingLine(text.slice(start, cut), marker)) return start > at ? start : cut
  const end = endOfLine(text, cut)
  if (end - cut > 2 * MAX_MARKER || !isClosingLine(text.slice(cut, end), marker)) return cut
  const back = beforeRun(text, start, cut, marker.charAt(0))
  return back > at ? back : cut
}

/**
 * Whether a part that begins at `cut` would open a block that the whole text does not open there,
 * because a fence in the middle of a line is not a fence.
 */
export function wouldOpenBlock(text: string, cut: number): boolean {
  return text.charAt(cut - 1) !== '\n' && markerAt(text, cut) !== null
}

/** The last character in `[from, cut)` that is neither a space nor part of a fence. */
export function beforeRun(text: string, from: number, cut: number, chars = '`~'): number {
  let back = cut
  while (back > from && (text.charAt(back) === ' ' || chars.includes(text.charAt(back)))) back -= 1
  return clusterBoundary(text, from, wholeCharacter(text, back)) ?? back
}

// Moves to the start of a surrogate pair.
function wholeCharacter(text: string, at: number) {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

/**
 * Finds the end of inline code. One pass over the text prepares this, so that hostile backticks
 * take linear time.
 */
export class CodeSpans {
  readonly #text: string
  /** Where runs of backticks begin, by their length, the next one last. */
  #runs: ReadonlyMap<number, number[]> | null = null
  #paragraphEnd = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The end of the code span that the run of backticks at `start` opens, or the end of that run. */
  endOf(start: number) {
    const bodyStart = endOfRun(this.#text, start)
    const length = bodyStart - start
    const closer = this.#nextRun(length, bodyStart)
    const closed = closer !== -1 && closer < this.#endOfParagraph(start)
    return { end: closed ? closer + length : bodyStart, closed }
  }

  #nextRun(length: number, from: number) {
    const starts = (this.#runs ??= this.#readRuns()).get(length) ?? []
    while ((starts.at(-1) ?? from) < from) starts.pop()
    return starts.at(-1) ?? -1
  }

  #readRuns(): ReadonlyMap<number, number[]> {
    const runs = new Map<number, number[]>()
    const text = this.#text
    for (let end = 0, at = text.indexOf('`'); at !== -1; at = text.indexOf('`', end)) {
      end = endOfRun(text, at)
      const starts = runs.get(end - at)
      if (starts) starts.push(at)
      else runs.set(end - at, [at])
    }
    for (const starts of runs.values()) starts.reverse()
    return runs
  }

  // Inline code ends with its paragraph: at a blank line, or where a fenced block begins.
  #endOfParagraph(from: number) {
    if (from < this.#paragraphEnd) return this.#paragraphEnd
    const text = this.#text
    let line = endOfLine(text, from) + 1
    while (line < text.length && !isBlankLine(text, line) && markerAt(text, line) === null) {
      line = endOfLine(text, line) + 1
    }
    this.#paragraphEnd = Math.min(line, text.length)
    return this.#paragraphEnd
  }
}

/** A text whose last code block is closed, so that it takes in nothing that is written below it. */
export function withFencesClosed(text: string): string {
  let at = 0
  while (at < text.length) {
    const block = fenceAt(text, at)
    if (block && block.end === text.length && block.fence.closing === '') {
      return withLastLine(text, block.fence.marker)
    }
    at = endOfLine(text, block ? block.end : at) + 1
  }
  return text
}

/** Changes what is between spans and blocks of code. */
export function outsideCode(text: string, change: (part: string) => string): string {
  if (!text.includes('`') && !text.includes('~~~')) return change(text)
  const code = new CodeSpans(text)
  const parts: string[] = []
  let from = 0
  const keep = (start: number, end: number) => {
    parts.push(change(text.slice(from, start)), text.slice(start, end))
    from = end
    return end
  }
  let at = 0
  let isLineStart = true
  while (at < text.length) {
    const block = isLineStart ? fenceAt(text, at) : null
    const c = text.charAt(at)
    isLineStart = c === '\n'
    if (block) {
      at = keep(at, block.end)
      isLineStart = true
    } else if (c === '`') {
      const { end, closed } = code.endOf(at)
      at = closed ? keep(at, end) : end
    } else at += c === '\\' ? 2 : 1
  }
  parts.push(change(text.slice(from)))
  return parts.join('')
}

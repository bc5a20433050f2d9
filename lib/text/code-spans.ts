import type { Fence } from '../model/message.js'
import { clusterBoundary } from './graphemes.js'

const BACKTICK = 0x60
const TILDE = 0x7e
const RETURN = 0x0d
const SPACE = 0x20
const TAB = 0x09
/** A longer run is decoration, and would leave no room to reopen a block that is cut. */
const MAX_MARKER = 100

export interface FencedBlock {
  readonly end: number
  readonly fence: Fence
}

/** The fenced block whose opening line begins at `start`, as defined by CommonMark, or null. */
export function fenceAt(text: string, start: number): FencedBlock | null {
  const marker = readMarker(text, start)
  if (marker === null) return null
  const lineEnd = endOfLine(text, marker.end)
  const info = text.slice(marker.end, lineEnd)
  if (marker.char === BACKTICK && info.includes('`')) return null
  const body = Math.min(lineEnd + 1, text.length)
  for (let line = body; line < text.length;) {
    const next = endOfLine(text, line)
    if (closes(text, line, next, marker)) return block(text, start, body, line, next, marker, info)
    line = next + 1
  }
  return block(text, start, body, text.length, text.length, marker, info)
}

interface Marker {
  readonly char: number
  readonly length: number
  readonly end: number
}

function readMarker(text: string, lineStart: number): Marker | null {
  const at = afterIndent(text, lineStart)
  const char = text.charCodeAt(at)
  if (char !== BACKTICK && char !== TILDE) return null
  let end = at
  // Stops here, because a run as long as the text would be counted again at each cut.
  while (text.charCodeAt(end) === char && end - at <= MAX_MARKER) end += 1
  const length = end - at
  return length < 3 || length > MAX_MARKER ? null : { char, length, end }
}

function closes(text: string, start: number, end: number, opening: Marker): boolean {
  const at = afterIndent(text, start)
  if (text.charCodeAt(at) !== opening.char) return false
  const marker = readMarker(text, start)
  if (marker === null || marker.length < opening.length) return false
  return text.slice(marker.end, end).trim() === ''
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
  return text.charAt(cut - 1) !== '\n' && readMarker(text, cut) !== null
}

/** The last character in `[from, cut)` that is neither a space nor part of a fence. */
export function beforeRun(text: string, from: number, cut: number, chars = '`~'): number {
  let back = cut
  while (back > from && (text.charAt(back) === ' ' || chars.includes(text.charAt(back)))) back -= 1
  return clusterBoundary(text, from, wholeCharacter(text, back)) ?? back
}

// Moves to the start of a surrogate pair.
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at)
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at
}

function isClosingLine(line: string, marker: string): boolean {
  const opening = readMarker(marker, 0)
  return opening !== null && closes(line, 0, line.length, opening)
}

function block(
  text: string,
  start: number,
  body: number,
  closing: number,
  end: number,
  marker: Marker,
  info: string,
): FencedBlock {
  return {
    end,
    fence: {
      opening: text.slice(start, body),
      marker: String.fromCharCode(marker.char).repeat(marker.length),
      info: info.trim(),
      closing: text.slice(closing, end),
    },
  }
}

/**
 * Finds the end of inline code. One pass over the text prepares this, so that hostile backticks
 * take linear time.
 */
export class CodeSpans {
  readonly #text: string
  readonly #closers = new Map<number, { readonly starts: number[]; next: number }>()
  #prepared = false
  #paragraphEnd = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The end of the code span that the run of backticks at `start` opens, or the end of that run. */
  endOf(start: number): { readonly end: number; readonly closed: boolean } {
    let bodyStart = start
    while (this.#text.charCodeAt(bodyStart) === BACKTICK) bodyStart += 1
    const length = bodyStart - start
    const closer = this.#nextRun(length, bodyStart)
    if (closer === -1 || closer >= this.#endOfParagraph(start)) {
      return { end: bodyStart, closed: false }
    }
    return { end: closer + length, closed: true }
  }

  #nextRun(length: number, from: number): number {
    if (!this.#prepared) this.#prepare()
    const runs = this.#closers.get(length)
    if (!runs) return -1
    let start = runs.starts[runs.next]
    while (start !== undefined && start < from) start = runs.starts[(runs.next += 1)]
    return start ?? -1
  }

  #prepare(): void {
    this.#prepared = true
    let at = this.#text.indexOf('`')
    while (at !== -1) {
      let end = at
      while (this.#text.charCodeAt(end) === BACKTICK) end += 1
      const runs = this.#closers.get(end - at)
      if (runs) runs.starts.push(at)
      else this.#closers.set(end - at, { starts: [at], next: 0 })
      at = this.#text.indexOf('`', end)
    }
  }

  // Inline code ends with its paragraph: at a blank line, or where a fenced block begins.
  #endOfParagraph(from: number): number {
    if (from < this.#paragraphEnd) return this.#paragraphEnd
    const text = this.#text
    let line = endOfLine(text, from) + 1
    while (line < text.length) {
      const next = endOfLine(text, line)
      if (isBlank(text, line, next) || readMarker(text, line) !== null) break
      line = next + 1
    }
    this.#paragraphEnd = Math.min(line, text.length)
    return this.#paragraphEnd
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}

function afterIndent(text: string, lineStart: number): number {
  let at = lineStart
  while (at - lineStart < 3 && text.charCodeAt(at) === SPACE) at += 1
  return at
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i += 1) {
    const code = text.charCodeAt(i)
    if (code !== SPACE && code !== TAB && code !== RETURN) return false
  }
  return true
}

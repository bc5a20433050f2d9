import { endOf } from './ends.js'

/** UTF-16 units that are read on each side of a cut. Segmenting a whole text takes quadratic time. */
const WINDOW = 64

let segmenter: Intl.Segmenter | undefined

/**
 * A position to cut without splitting a grapheme cluster: `cut`, or the start of its cluster. Null if
 * the cluster is longer than the window. `from` is the start of the part.
 */
export function clusterBoundary(text: string, from: number, cut: number): number | null {
  if (cut <= from || cut >= text.length) return cut
  if (text.charCodeAt(cut - 1) < 0x80 && text.charCodeAt(cut) < 0x80) {
    return text.charAt(cut - 1) === '\r' && text.charAt(cut) === '\n' ? cut - 1 : cut
  }
  if (flagsBefore(text, from, cut) % 2 === 1 && isFlagAt(text, cut)) return cut - 2
  const start = Math.max(from, cut - WINDOW)
  const window = text.slice(start, cut + WINDOW)
  // Created at the first cut that needs it: its tables take longer to load than the whole library.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const index = segmenter.segment(window).containing(cut - start)?.index ?? 0
  return index > 0 ? start + index : null
}

/** Characters that join a preceding space. */
const JOINS_SPACE = /[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u200d\u0e33\u0eb3]/uy

/**
 * Whether the character at `at` forms a cluster with a preceding space. Nothing joins a line end.
 * Segmenting at each of thousands of spaces would take a second.
 */
export function joinsSpace(text: string, at: number): boolean {
  return text.charCodeAt(at) >= 0x80 && endOf(JOINS_SPACE, text, at) !== -1
}

// Flags are pairs of regional indicators. How they pair depends on where a window begins, so they are
// counted from the beginning of the run.
function flagsBefore(text: string, from: number, cut: number) {
  let count = 0
  for (let at = cut - 2; at >= from && isFlagAt(text, at); at -= 2) count += 1
  return count
}

function isFlagAt(text: string, at: number) {
  const code = text.codePointAt(at) ?? 0
  return code >= 0x1f1e6 && code <= 0x1f1ff
}

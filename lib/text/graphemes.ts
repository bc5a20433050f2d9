/** UTF-16 units looked at on each side of a cut. Segmenting a whole text takes quadratic time. */
const WINDOW = 64

let segmenter: Intl.Segmenter | undefined

/**
 * The place to cut so that no cluster is torn: `cut` itself, or where its cluster begins. Null when
 * the cluster is longer than the window looked at. `from` is where the part begins.
 */
export function clusterBoundary(text: string, from: number, cut: number): number | null {
  if (cut <= from || cut >= text.length) return cut
  if (text.charCodeAt(cut - 1) < 0x80 && text.charCodeAt(cut) < 0x80) {
    return text.charAt(cut - 1) === '\r' && text.charAt(cut) === '\n' ? cut - 1 : cut
  }
  if (flagsBefore(text, from, cut) % 2 === 1 && isFlagAt(text, cut)) return cut - 2
  const start = Math.max(from, cut - WINDOW)
  const window = text.slice(start, cut + WINDOW)
  // Made at the first cut that needs it: its tables take longer to load than all of this library.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const index = segmenter.segment(window).containing(cut - start)?.index ?? 0
  return index > 0 ? start + index : null
}

/** What belongs to the space before it. */
const JOINS_SPACE = /[\p{M}\p{Grapheme_Extend}\p{Emoji_Modifier}\u200d\u0e33\u0eb3]/uy

/**
 * Whether the character at `at` makes one cluster with a space before it. After a line end nothing
 * does. A whole segmentation for each of thousands of spaces would take a second.
 */
export function joinsSpace(text: string, at: number): boolean {
  if (text.charCodeAt(at) < 0x80) return false
  JOINS_SPACE.lastIndex = at
  return JOINS_SPACE.test(text)
}

// Flags are pairs of regional indicators: where a window begins decides how it pairs them, so they
// are counted from where the run begins.
function flagsBefore(text: string, from: number, cut: number): number {
  let count = 0
  for (let at = cut - 2; at >= from && isFlagAt(text, at); at -= 2) count += 1
  return count
}

function isFlagAt(text: string, at: number): boolean {
  const code = text.codePointAt(at) ?? 0
  return code >= 0x1f1e6 && code <= 0x1f1ff
}

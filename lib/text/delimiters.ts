import { isMark, isSpace } from './characters.js'

/** A placeholder for a link, a mention or code between two texts. Unicode calls it a symbol. */
export const OBJECT = '\ufffc'
/** A placeholder for the beginning or end of a style. */
export const BOUNDARY = '\ufffb'
const SYMBOL = /[\p{S}\p{Cs}]/u

export const OPENS = 1
export const CLOSES = 2

/** CommonMark's rules of which delimiters may open and close emphasis, as the sum of the two. */
export function flanksOf(before: string, after: string, c: string): number {
  const spaceBefore = before === '' || isSpace(before)
  const spaceAfter = after === '' || isSpace(after)
  if (isOpen(before) || isOpen(after)) return (spaceAfter ? 0 : OPENS) + (spaceBefore ? 0 : CLOSES)
  const markBefore = isMark(before)
  const markAfter = isMark(after)
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore)
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter)
  if (c !== '_') return (left ? OPENS : 0) + (right ? CLOSES : 0)
  return (left && (!right || markBefore) ? OPENS : 0) + (right && (!left || markAfter) ? CLOSES : 0)
}

// Markdown implementations differ in whether a symbol is punctuation, and the first character of an
// object is unknown.
function isOpen(c: string) {
  return c > '\u007f' && (c === BOUNDARY || SYMBOL.test(c))
}

/** A line that makes the line above a heading or a table, or is a thematic break. */
export function isRuler(text: string, start: number, end: number): boolean {
  const c = text.charAt(start)
  let count = 0
  let dashes = 0
  for (let at = start; at < end; at += 1) {
    const other = text.charAt(at)
    if (other === c) count += 1
    if (other === '-') dashes += 1
    if (other === c || other === ' ' || other === '\t') continue
    if ((c === '-' || c === '|' || c === ':') && '-|:'.includes(other)) continue
    return false
  }
  if (c === '_' || c === '*') return count > 2
  return c === '=' || dashes > 0
}

/** A run of `*`, `_` or `~` that may begin or end a style. */
export interface StyleRun {
  readonly char: string
  readonly length: number
  readonly opens: boolean
  readonly closes: boolean
  /** Characters that belong to no style. */
  left: number
}

/** The run of delimiters from `start` to `end`. */
export function styleRun(text: string, start: number, end: number): StyleRun {
  const char = text.charAt(start)
  const length = end - start
  const flanks = flanksOf(text.charAt(start - 1), text.charAt(end), char)
  return {
    char,
    length,
    left: length,
    opens: (flanks & OPENS) !== 0,
    closes: (flanks & CLOSES) !== 0,
  }
}

/** Pairs the runs of one text as CommonMark does: what is paired is no longer left. */
export function pairStyles(runs: readonly StyleRun[]): void {
  const open: StyleRun[] = []
  const count = new Map<string, number>()
  const add = (run: StyleRun, by: number) => {
    count.set(run.char, (count.get(run.char) ?? 0) + by)
  }
  for (const run of runs) {
    while (run.closes && run.left > 0 && (count.get(run.char) ?? 0) > 0) {
      const opener = open.at(-1)
      if (!opener) break
      const taken = opener.char === run.char ? marksOf(opener, run) : 0
      if (opener.char === run.char && taken === 0) break
      opener.left -= taken
      run.left -= taken
      // Styles do not overlap: what was opened inside this one closes nothing any more.
      if (taken === 0 || opener.left === 0) {
        open.pop()
        add(opener, -1)
      }
    }
    if (run.opens && run.left > 0) {
      open.push(run)
      add(run, 1)
    }
  }
}

/** How many marks of each run make a style; 0 if none do. */
function marksOf(opener: StyleRun, closer: StyleRun): number {
  const both = Math.min(opener.left, closer.left)
  // A single tilde strikes nothing through.
  if (opener.char === '~') return both > 1 ? 2 : 0
  // CommonMark's rule of three, so that `*a**b*` is one style and not two halves.
  const ambiguous = opener.closes || closer.opens
  const three = (opener.length + closer.length) % 3 === 0
  if (ambiguous && three && (opener.length % 3 !== 0 || closer.length % 3 !== 0)) return 0
  return both > 1 ? 2 : 1
}

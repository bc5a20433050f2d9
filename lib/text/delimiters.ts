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
function isOpen(c: string): boolean {
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

/** Stands for what is not text between two pieces: a link, a mention, code. */
export const OBJECT = '\ufffc'
/** Stands for where a style begins or ends. */
export const BOUNDARY = '\ufffb'
const PUNCTUATION = /[\p{P}\p{S}]/u
const SPACE = /\s/

/** Whether a run of delimiters may begin and end emphasis. */
export interface Flanks {
  readonly opens: boolean
  readonly closes: boolean
}

/** CommonMark's rules of which delimiters may open and close emphasis. */
export function flanksOf(before: string, after: string, c: string): Flanks {
  const [spaceBefore, spaceAfter] = [isSpace(before), isSpace(after)]
  const [markBefore, markAfter] = [isMark(before), isMark(after)]
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore)
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter)
  if (isOpen(before) || isOpen(after)) return { opens: !spaceAfter, closes: !spaceBefore }
  if (c !== '_') return { opens: left, closes: right }
  return { opens: left && (!right || markBefore), closes: right && (!left || markAfter) }
}

// Whether a symbol is punctuation differs between readers, and nobody knows what an object begins with.
function isOpen(c: string): boolean {
  return c > '\u007f' && (c === OBJECT || c === BOUNDARY || /[\p{S}\p{Cs}]/u.test(c))
}

function isSpace(c: string): boolean {
  return c === '' || SPACE.test(c)
}

function isMark(c: string): boolean {
  return c !== '' && PUNCTUATION.test(c)
}

/** A line that underlines a title, parts paragraphs or makes a table of the line above. */
export function isRuler(text: string, start: number, end: number): boolean {
  const c = text.charAt(start)
  if (!'=-_*|:'.includes(c)) return false
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

import { isRuler } from './delimiters.js'

const LF = 0x0a
const RETURN = 0x0d
/** What may stand before a row: indentation, and marks of quotes. */
const BEFORE_ROW = ' \t>'
const BEGINS_RULER = '-|:'
const SPACE = ' \t\r'

/** The line below the head of a table, or one that looks like it. */
interface Ruler {
  /** Where the line begins behind the marks of quotes. */
  readonly at: number
  readonly columns: number
  readonly line: number
}

/**
 * Markdown without the tables whose cells `take` refuses: a backslash before the line below the head makes
 * them lines of text. Markdown fills up rows that are shorter than the head, so all rows count in full.
 * The count may be too high, for lines of other blocks that look like tables, but is never too low.
 */
export function boundedTables(markdown: string, take: (cells: number) => boolean): string {
  if (!markdown.includes('|')) return markdown
  const parts: string[] = []
  let from = 0
  for (const { at, cells } of new Scanner(markdown).run()) {
    if (take(cells)) continue
    parts.push(markdown.slice(from, at), '\\')
    from = at
  }
  return from === 0 ? markdown : parts.join('') + markdown.slice(from)
}

class Scanner {
  readonly #text: string
  readonly #found: { readonly at: number; readonly cells: number }[] = []
  /** Those since the last blank line, which ends every table. */
  #rulers: Ruler[] = []
  #line = 0
  /** Whether the line above may be the head of a table. */
  #isBelowRow = false

  constructor(text: string) {
    this.#text = text
  }

  run(): readonly { readonly at: number; readonly cells: number }[] {
    const { length } = this.#text
    for (let start = 0; start < length;) {
      const end = this.#lineEnd(start)
      this.#read(start, end)
      this.#line += 1
      start = end + 1
    }
    this.#endBlock()
    return this.#found
  }

  // A return and a line feed would be a blank line in between.
  #lineEnd(start: number): number {
    const text = this.#text
    let end = start
    while (end < text.length && text.charCodeAt(end) !== LF && text.charCodeAt(end) !== RETURN) {
      end += 1
    }
    return text.charCodeAt(end) === RETURN && text.charCodeAt(end + 1) === LF ? end + 1 : end
  }

  #read(start: number, end: number): void {
    const text = this.#text
    let stop = end
    while (stop > start && SPACE.includes(text.charAt(stop - 1))) stop -= 1
    let at = start
    while (at < stop && BEFORE_ROW.includes(text.charAt(at))) at += 1
    if (at === stop) {
      this.#endBlock()
      return
    }
    if (this.#isBelowRow && BEGINS_RULER.includes(text.charAt(at)) && isRuler(text, at, stop)) {
      const columns = columnsOf(text.slice(at, stop))
      this.#rulers.push({ at, columns, line: this.#line })
    }
    this.#isBelowRow = text.slice(at, stop).includes('|')
  }

  #endBlock(): void {
    for (const { at, columns, line } of this.#rulers) {
      this.#found.push({ at, cells: columns * (this.#line - line) })
    }
    this.#rulers = []
    this.#isBelowRow = false
  }
}

function columnsOf(ruler: string): number {
  return ruler.split('|').filter((column) => column.trim() !== '').length
}

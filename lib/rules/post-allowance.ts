import { MAX_POST_LENGTH, MOST_SHOWN } from '../model/limits.js'
import { countCodePoints } from '../text/code-points.js'
import { boundedTables } from '../text/tables.js'

const NOTE =
  'Some of this message is shown without formatting, because it is too large or too complex.'

/**
 * What one post may still make of a page: its message, attachments and fields together. A table of 1.5 kB
 * can make 590 kB of HTML, so clients that render the Markdown of posts themselves should use one of
 * these for each post. Pure and without dependencies; it runs in browsers too.
 *
 * @example
 * ```ts
 * const allowance = new PostAllowance()
 * const pieces = texts.map((text) => {
 *   const markdown = allowance.markdown(text)
 *   return markdown === null ? escapeHtml(text) : render(markdown)
 * })
 * const html = [...pieces, allowance.note()].join('\n')
 * ```
 */
export class PostAllowance {
  readonly #left: Record<keyof typeof MOST_SHOWN, number> = { ...MOST_SHOWN }
  #isExceeded = false

  /**
   * A text to read as Markdown, in which the tables that are too large are lines of text; null if the
   * text is to be shown as it is: it has more than 16,383 characters, or the post has had 500 texts or
   * 32,766 characters.
   */
  markdown(text: string): string | null {
    return this.reads(text) ? this.tables(text) : null
  }

  /** Whether a text may be read as Markdown; see `markdown`. */
  reads(text: string): boolean {
    const length = countCodePoints(text)
    const texts = length <= MAX_POST_LENGTH ? 1 : Infinity
    return this.#take('texts', texts) && this.#take('characters', length)
  }

  /** The same Markdown, in which tables beyond 2,000 cells of a post are lines of text. */
  tables(markdown: string): string {
    return boundedTables(markdown, (cells) => this.#take('cells', cells))
  }

  /** Whether so many more elements may be shown: 2,500 in a post. If not, show the text as it is. */
  elements(count: number): boolean {
    return this.#take('elements', count)
  }

  /** Whether a text may be converted to plain text: 100,000 characters in a post. If not, show it as it is. */
  converts(text: string): boolean {
    return this.#take('plain characters', text.length)
  }

  /**
   * Whether a page should show a text as it is at once: 32,766 characters in a post, for browsers need time
   * to lay out text. If not, show its beginning, and the rest when the reader asks for it.
   */
  shows(text: string): boolean {
    return this.#take('raw characters', text.length)
  }

  /** Whether so many lines may have an element each: 5,000 in a post. If not, show the text as preformatted. */
  lines(count: number): boolean {
    return this.#take('lines', count)
  }

  /** A sentence for readers once anything was refused, else `''`. */
  note(): string {
    return this.#isExceeded ? NOTE : ''
  }

  #take(kind: keyof typeof MOST_SHOWN, count: number) {
    const isThere = count <= this.#left[kind]
    if (isThere) this.#left[kind] -= count
    else this.#isExceeded = true
    return isThere
  }
}

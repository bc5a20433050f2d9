import { BOUNDARY, CLOSES, flanksOf, isRuler, OBJECT, OPENS } from './delimiters.js'
import { afterSpaces, endOf, endOfLine, endOfRun, endWithout } from './ends.js'
import { ESCAPED, WIDENED, written } from './written-marks.js'

const MAY_FORMAT = /[\\`*_~<&[#>+=|!\t-]|\d[.)]|:\w|^ {4}|\n {4}/
/** What begins an address that readers' clients link: the last character is escaped to prevent it. */
const BEGINS_ADDRESS = /(?:https?|ftp|mailto):|www\./iy
const ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/iy
const RENDERED_ENTITY = /&(?:amp|lt|gt);/y
const EMOJI_CODE = /:[\w+'-]{1,64}:/y
const ADDRESS = /(?:https?:\/\/|ftp:\/\/|www\.)[\p{L}\p{N}][^\s<>()[\]\\`\ufffb\ufffc]+/iuy

const DELIMITERS = '*_~`'
const BEGINNINGS = 'hHwWfFmM'
/** Marks that begin a heading, a quote or a list item. */
const LINE_START = /#{1,6}(?=[ \t\n\ufffb\ufffc]|$)|>|[-+*](?=[ \t\n\ufffb\ufffc]|$)/y
const NUMBERED = /\d{1,9}[.)](?=[ \t\n\ufffb\ufffc]|$)/y
const FENCE = /`{3,}|~{3,}/y
const BEGINS_LINE = '#>-+*=_|:`~<['
const TAG = /<[a-z/!?]/iy

export interface EscapeOptions {
  /** Whether `:tada:` is shown as an emoji. Default true. */
  readonly emoji?: boolean
  /** Whether the text is the label of a link. */
  readonly label?: boolean
  /** Whether the text is within a line, and its line ends are removed. */
  readonly inline?: boolean
  /**
   * Whether every character is data: addresses are not linked, and entities are shown as they are.
   * Otherwise `&amp;`, `&lt;` and `&gt;` stand for characters, as Slack's senders write them.
   */
  readonly literal?: boolean
  /** Whether Markdown beside it may say where `[text]` leads. */
  readonly references?: boolean
}

/** Escapes a text so that Markdown shows its characters unchanged, with as few escapes as possible. */
export function escapeText(text: string, options: EscapeOptions = {}): string {
  return escapePieces([text], options)[0] ?? ''
}

/**
 * The same for the texts of one paragraph. Null stands for an object between them, `''` for the
 * beginning or end of a style.
 */
export function escapePieces(
  pieces: readonly (string | null)[],
  options: EscapeOptions = {},
): readonly string[] {
  const whole = pieces.map((piece) => (piece === '' ? BOUNDARY : (piece ?? OBJECT))).join('')
  if (!options.label && !options.literal && !MAY_FORMAT.test(whole))
    return pieces.map((piece) => piece ?? '')
  const isMixed = pieces.some((piece) => !piece)
  const marks = new Escaper(whole, isMixed, options).run()
  let at = 0
  return pieces.map((piece) => {
    const start = at
    at += piece ? piece.length : 1
    return !piece ? '' : written(whole, marks, start, at)
  })
}

class Escaper {
  readonly #text: string
  readonly #marks: Uint8Array
  /** Whether adjacent content could pair with characters of the text. */
  readonly #mixed: boolean
  readonly #options: EscapeOptions
  /** Whether each delimiter can open or close; 0 where there is none. */
  readonly #flanks: Uint8Array
  /** Where each delimiter first opens and last closes. */
  readonly #first = new Map<string, number>()
  readonly #last = new Map<string, number>()
  readonly #lastLink: number
  readonly #lastAngle: number
  readonly #lastReference: number
  #addressEnd = 0

  constructor(text: string, mixed: boolean, options: EscapeOptions) {
    this.#text = text
    this.#mixed = mixed || options.label === true
    this.#options = options
    this.#marks = new Uint8Array(text.length)
    this.#flanks = new Uint8Array(text.length)
    const objects = mixed ? text.lastIndexOf(`]${OBJECT}`) : -1
    this.#lastLink = Math.max(text.lastIndexOf(']('), text.lastIndexOf(']['), objects)
    this.#lastReference = text.lastIndexOf(']:')
    this.#lastAngle = text.lastIndexOf('>')
  }

  run(): Uint8Array {
    const text = this.#text
    let at = this.#lineStart(0)
    while (at < text.length) {
      const c = text.charAt(at)
      if (c === '\n') at = this.#lineStart(at + 1)
      else if (c === '`' || c === '*' || c === '_' || c === '~') at = this.#delimiters(at, c)
      else at = this.#single(at, c)
    }
    for (const c of DELIMITERS) this.#pair(c)
    return this.#marks
  }

  #single(at: number, c: string) {
    if (BEGINNINGS.includes(c) && at >= this.#addressEnd) this.#findAddress(at)
    else if (this.#isMark(at, c)) this.#escape(at)
    return at + 1
  }

  /** Whether a character would be a mark, of which few are within addresses. */
  #isMark(at: number, c: string) {
    const { label = false, literal = false, references = false } = this.#options
    switch (c) {
      case '[':
        return label || references || at < this.#lastLink
      case ']':
        // Clients that find links by a pattern overlook the backslash before `[`.
        return label || (literal && this.#text.charAt(at + 1) === '(')
      case '@':
        return literal && /\S/.test(this.#text.charAt(at - 1))
      case '&':
        return this.#isEntity(at)
      default:
        return at >= this.#addressEnd && this.#isMarkInText(at, c)
    }
  }

  #isMarkInText(at: number, c: string) {
    const next = this.#text.charAt(at + 1)
    switch (c) {
      case '\\':
        return next === '' || /[!-/:-@[-`{-~\n\ufffb\ufffc]/.test(next)
      case '<':
        return /[a-z/!?]/i.test(next) && (this.#mixed || at < this.#lastAngle)
      case ':':
        return this.#options.emoji === false && endOf(EMOJI_CODE, this.#text, at) !== -1
      default:
        return false
    }
  }

  #isEntity(at: number) {
    if (endOf(ENTITY, this.#text, at) === -1) return false
    return this.#options.literal === true || endOf(RENDERED_ENTITY, this.#text, at) === -1
  }

  // Escapes inside an automatically linked URL would become part of it.
  #findAddress(at: number) {
    if (this.#options.literal) {
      const beginning = endOf(BEGINS_ADDRESS, this.#text, at)
      if (beginning !== -1) this.#escape(beginning - 1)
      return
    }
    if (/\w/.test(this.#text.charAt(at - 1))) return
    const end = endOf(ADDRESS, this.#text, at)
    if (end !== -1) this.#addressEnd = endWithout(this.#text, end, '*_~`.,:;!?)')
  }

  #delimiters(at: number, c: string) {
    const text = this.#text
    const end = endOfRun(text, at)
    const inAddress = at < this.#addressEnd
    const before = text.charAt(at - 1)
    // A space at the end of a style is later moved out of it.
    const next = text.charAt(afterSpaces(text, end))
    const after = next === BOUNDARY ? next : text.charAt(end)
    const flanks = c === '`' ? OPENS + CLOSES : flanksOf(before, after, c)
    if (!inAddress) for (let i = at; i < end; i += 1) this.#flanks[i] = flanks
    if ((flanks & OPENS) !== 0 && !this.#first.has(c)) this.#first.set(c, at)
    if ((flanks & CLOSES) !== 0) this.#last.set(c, at)
    return end
  }

  // A delimiter without a possible partner needs no escape.
  #pair(c: string) {
    const text = this.#text
    const from = this.#mixed ? 0 : (this.#first.get(c) ?? text.length)
    const to = this.#mixed ? text.length : (this.#last.get(c) ?? -1)
    if (from >= to) return
    for (let at = text.indexOf(c, from); at !== -1; at = text.indexOf(c, at + 1)) {
      if (this.#flanks[at] !== 0 && (at < to || this.#flanks[at] !== OPENS)) this.#escape(at)
    }
  }

  #lineStart(start: number) {
    const text = this.#text
    const indent = afterSpaces(text, start)
    let at = indent
    // The mark of a style may later move after the characters that begin a line.
    while (text.charAt(at) === BOUNDARY) at = afterSpaces(text, at + 1)
    if (at === text.length || text.charAt(at) === '\n') return at
    // A line indented by four spaces would be code.
    if (indent - start > 3 || text.slice(start, indent).includes('\t')) {
      this.#marks.fill(WIDENED, start, indent)
    }
    if (this.#options.label || this.#options.inline) return at
    const c = text.charAt(at)
    if (BEGINS_LINE.includes(c)) this.#escapeBeginning(at, c)
    const number = c >= '0' && c <= '9' ? endOf(NUMBERED, text, at) : -1
    if (number !== -1) this.#escape(number - 1)
    return at
  }

  #escapeBeginning(at: number, c: string) {
    const text = this.#text
    const end = endOfLine(text, at)
    const begins = (pattern: RegExp) => endOf(pattern, text, at) !== -1
    if (begins(LINE_START) || begins(TAG)) this.#escape(at)
    else if (isRuler(text, at, end)) this.#escapeRuler(at, end)
    else if (begins(FENCE)) this.#marks.fill(ESCAPED, at, endOfRun(text, at))
    else if (c === '[' && at < this.#lastReference) this.#escape(at)
  }

  // The remaining asterisks could still open emphasis.
  #escapeRuler(start: number, end: number) {
    const c = this.#text.charAt(start)
    this.#escape(start)
    if (c !== '*' && c !== '_') return
    for (let at = start; at < end; at += 1) if (this.#text.charAt(at) === c) this.#escape(at)
  }

  #escape(at: number) {
    this.#marks[at] = ESCAPED
  }
}

import { CodeSpans } from './code-spans.js'
import { pairStyles, styleRun, type StyleRun } from './delimiters.js'
import { endOf, endOfRun } from './ends.js'
import { withoutEntities } from './entities.js'
import { addressEnd, targetAt } from './links.js'

const ESCAPABLE = /[!-/:-@[-`{-~]/
/** What may begin markup, an entity or an address. */
const SPECIAL = /[\\`*_~[<&]|:\/\//
const ENTITY = /&[#\w]{2,8};/y
const ANGLE = /<[^ \n<>]*>/y
const AUTOLINK = /^(?:[a-z][a-z0-9+.-]{1,31}:\S*|[^\s@]+@[^\s@]+)$/i
/** Open brackets that are remembered: deeper ones are words. Each is copied as often as it is nested. */
const MAX_OPEN = 32

/** A `[` that may begin a link. */
interface Bracket {
  readonly piece: number
  readonly run: number
  readonly picture: boolean
  /** False inside of what is around a link: links hold no links. */
  active: boolean
}

/** `label (address)`; the address alone where the label says the same. */
export function labelled(label: string, address: string): string {
  const same = label === '' || label === address || `mailto:${label}` === address
  if (address === '') return label
  return same ? label || address : `${label} (${address})`
}

/** The text of one paragraph without the marks of its Markdown. It has as many lines as before. */
export function plainInline(text: string): string {
  // Most paragraphs have none, and a scanner takes longer than a short one is.
  return SPECIAL.test(text) ? new Scanner(text).run() : text
}

class Scanner {
  readonly #text: string
  readonly #code: CodeSpans
  /** Text, or a run of delimiters that may yet become one. */
  #pieces: (string | StyleRun)[] = []
  #runs: StyleRun[] = []
  #brackets: Bracket[] = []
  /** Where the text begins that is not in a piece yet. */
  #plain = 0

  constructor(text: string) {
    this.#text = text
    this.#code = new CodeSpans(text)
  }

  run(): string {
    const text = this.#text
    let at = 0
    while (at < text.length) {
      const next = this.#special(at, text.charAt(at))
      at = next === at ? at + 1 : next
    }
    this.#flush(text.length)
    return this.#joined(0, 0)
  }

  /** Behind the markup that begins here, or `at` where the character is text. */
  #special(at: number, c: string) {
    switch (c) {
      case '\\':
        return this.#escape(at)
      case '`':
        return this.#codeSpan(at)
      case '*':
      case '_':
      case '~':
        return this.#style(at)
      case '!':
        return this.#text.charAt(at + 1) === '[' ? this.#open(at, at + 2) : at
      case '[':
        return this.#open(at, at + 1)
      case ']':
        return this.#close(at)
      case '<':
        return this.#angle(at)
      case '&':
        return this.#putDecoded(at, endOf(ENTITY, this.#text, at))
      case 'h':
      case 'H':
      case 'f':
      case 'F':
        return this.#putDecoded(at, addressEnd(this.#text, at))
      default:
        return at
    }
  }

  #escape(at: number) {
    const next = this.#text.charAt(at + 1)
    if (next === '\n') return this.#put(at, '', at + 1)
    return next !== '' && ESCAPABLE.test(next) ? this.#put(at, next, at + 2) : at
  }

  #codeSpan(at: number) {
    const { end, closed } = this.#code.endOf(at)
    if (!closed) return end
    const start = endOfRun(this.#text, at)
    return this.#put(at, withoutPadding(this.#text.slice(start, end - (start - at))), end)
  }

  #style(at: number) {
    const end = endOfRun(this.#text, at)
    const run = styleRun(this.#text, at, end)
    this.#flush(at)
    this.#pieces.push(run)
    this.#runs.push(run)
    this.#plain = end
    return end
  }

  #open(at: number, end: number) {
    this.#flush(at)
    if (this.#brackets.length === MAX_OPEN) this.#brackets.shift()
    this.#brackets.push({
      piece: this.#pieces.length,
      run: this.#runs.length,
      picture: end - at > 1,
      active: true,
    })
    this.#pieces.push(this.#text.slice(at, end))
    this.#plain = end
    return end
  }

  #close(at: number) {
    const bracket = this.#brackets.pop()
    const target = bracket?.active ? targetAt(this.#text, at + 1) : null
    if (!bracket || !target) return at
    this.#flush(at)
    const label = this.#joined(bracket.piece + 1, bracket.run)
    this.#pieces.length = bracket.piece
    if (!bracket.picture) for (const around of this.#brackets) around.active &&= around.picture
    return this.#put(at, labelled(label.trim(), written(target.address)), target.end)
  }

  #angle(at: number) {
    const end = endOf(ANGLE, this.#text, at)
    const inner = this.#text.slice(at + 1, end - 1)
    return end !== -1 && AUTOLINK.test(inner) ? this.#put(at, inner, end) : at
  }

  #putDecoded(at: number, end: number) {
    return end <= at ? at : this.#put(at, withoutEntities(this.#text.slice(at, end)), end)
  }

  #put(at: number, piece: string, end: number) {
    this.#flush(at)
    this.#pieces.push(piece)
    this.#plain = end
    return end
  }

  #flush(end: number) {
    if (end > this.#plain) this.#pieces.push(this.#text.slice(this.#plain, end))
    this.#plain = end
  }

  /** What is written from this piece on; its styles are finished. */
  #joined(piece: number, run: number) {
    pairStyles(this.#runs.slice(run))
    this.#runs.length = run
    return this.#pieces
      .slice(piece)
      .map((each) => (typeof each === 'string' ? each : each.char.repeat(each.left)))
      .join('')
  }
}

function withoutPadding(code: string) {
  const padded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
  return padded ? code.slice(1, -1) : code
}

function written(address: string) {
  return withoutEntities(address.replace(/\\([!-/:-@[-`{-~])/g, '$1'))
}

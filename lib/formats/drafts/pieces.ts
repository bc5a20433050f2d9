import { beginning } from '../../text/code-points.js'
import { withoutTrailing } from '../../text/ends.js'
import { isWebUrl } from '../../text/links.js'

/** A part of a text. A string is data: it is shown with the characters it has, whatever they are. */
export type Piece = string | StyledPiece | LinkPiece | CodePiece | MarkdownPiece | BlockPiece

/** A piece, or several in a row. */
export type Text = Piece | readonly Text[]

/** How a text is emphasised. */
export type Style = 'bold' | 'italic' | 'strike'

/** Text in a style, as `bold`, `italic` and `strike` make it. */
export interface StyledPiece {
  /** Tells the pieces apart. */
  readonly kind: 'styled'
  /** The style of all of it. */
  readonly style: Style
  /** The text. */
  readonly text: Text
}

/** A link, as `link` makes it. */
export interface LinkPiece {
  /** Tells the pieces apart. */
  readonly kind: 'link'
  /** An http or https URL. Of any other one, only the label is shown. */
  readonly url: string
  /** The words of the link; `''` shows the URL. */
  readonly label: string
}

/** Code within a line, as `code` makes it. */
export interface CodePiece {
  /** Tells the pieces apart. */
  readonly kind: 'code'
  /** The code. */
  readonly text: string
}

/** Text of a sender that writes Markdown itself, such as a comment. */
export interface MarkdownPiece {
  /** Tells the pieces apart. */
  readonly kind: 'markdown'
  /** The Markdown. */
  readonly text: string
  /** Whether it is a part of a line. Default: it is lines of its own. */
  readonly inline?: boolean
}

/** Lines of their own, as `lines`, `paragraph`, `list`, `table`, `quote` and `fence` make them. */
export type BlockPiece =
  | {
      /** Lines one below the other. */
      readonly kind: 'lines'
      /** The lines. Empty ones are left out. */
      readonly lines: readonly Text[]
    }
  | {
      /** A bulleted list. */
      readonly kind: 'list'
      /** The items, all of which are shown. */
      readonly items: readonly Text[]
    }
  | {
      /** A table. */
      readonly kind: 'table'
      /** Its rows of cells, each of which is one line. The first row is the header. */
      readonly rows: readonly (readonly Text[])[]
    }
  | {
      /** A quotation, or lines with blank lines around them. */
      readonly kind: 'quote' | 'paragraph'
      /** What it holds. */
      readonly text: Text
    }
  | {
      /** A block of code. */
      readonly kind: 'fence'
      /** The code. */
      readonly code: string
      /** The language, for highlighting; `''` for none. */
      readonly language: string
    }

function styled(style: Style): (...text: readonly Text[]) => Piece {
  return (...text) => ({ kind: 'styled', style, text })
}

/** Text in bold. */
export const bold = styled('bold')
/** Text in italics. */
export const italic = styled('italic')
/** Text that is crossed out. */
export const strike = styled('strike')

/** A link to an http or https address. Of any other address only the label is shown. */
export function link(url: string, label: string): Piece {
  return { kind: 'link', url, label }
}

/** Code within a line. */
export function code(text: string): Piece {
  return { kind: 'code', text }
}

/**
 * Text that is Markdown already. Its links work, its pictures become links, and its mentions are as
 * those of all texts. Only for senders whose users expect their own Markdown to be read.
 */
export function markdown(text: string): Piece {
  return { kind: 'markdown', text }
}

/** The same as a part of a line, beside other pieces. */
export function inlineMarkdown(text: string): Piece {
  return { kind: 'markdown', text, inline: true }
}

/** Text with blank lines around it. */
export function paragraph(...text: readonly Text[]): Piece {
  return { kind: 'paragraph', text }
}

/** A table. The first row is its header. */
export function table(rows: readonly (readonly Text[])[]): Piece {
  return { kind: 'table', rows }
}

/** Lines one below the other; empty ones are left out. */
export function lines(...all: readonly Text[]): Piece {
  return { kind: 'lines', lines: all }
}

/** A quotation, on lines of its own. */
export function quote(text: Text): Piece {
  return { kind: 'quote', text }
}

/** A block of code. `language` is for highlighting, such as `json`. */
export function fence(text: string, language = ''): Piece {
  return { kind: 'fence', code: text, language }
}

/** The lines that a list shows at most. */
export const MOST_LINES = 5

/**
 * A bulleted list of the first `most` items (5 if absent), and a line such as `and 3 more` if there
 * are more. `total` is their number, if `items` does not hold all of them.
 */
export function list(items: readonly Text[], total = items.length, most = MOST_LINES): Piece {
  const shown = items.slice(0, most)
  const left = total - shown.length
  return { kind: 'list', items: left > 0 ? [...shown, `and ${left} more`] : shown }
}

/** The texts that show something, with `separator` between them. */
export function joined(texts: readonly Text[], separator: string): Text {
  return texts
    .filter((text) => !isEmpty(text))
    .flatMap((text, index) => (index === 0 ? [text] : [separator, text]))
}

/** Whether a text shows nothing. */
export function isEmpty(text: Text): boolean {
  if (typeof text === 'string') return text.trim() === ''
  if (isTexts(text)) return text.every(isEmpty)
  switch (text.kind) {
    case 'styled':
    case 'quote':
    case 'paragraph':
    case 'code':
    case 'markdown':
      return isEmpty(text.text)
    case 'link':
      return isEmpty(text.label) && !isWebUrl(text.url)
    case 'lines':
      return text.lines.every(isEmpty)
    case 'list':
      return text.items.every(isEmpty)
    case 'table':
      return text.rows.every((row) => row.every(isEmpty))
    case 'fence':
      return isEmpty(text.code)
  }
}

/** Whether a text consists of several. `Array.isArray` does not narrow readonly arrays. */
export function isTexts(text: Text): text is readonly Text[] {
  return Array.isArray(text)
}

/** No message shows more code points, so no more of a text is taken apart. */
export const MOST_READ = 15_000

/** What a text begins with; one code point more tells that something is left out. */
export function beginningOf(text: string): string {
  return text.length <= MOST_READ ? text : beginning(text, MOST_READ + 1)
}

const OPENS_WORD = /^["'([\u00ab\u2018\u201c]+/
const CLOSES_WORD = '.,;:!?"\']\u00bb\u2019\u201d'
const ADDRESS = /^https?:\/\/[^\s<>]{1,2000}$/i

/**
 * Plain text in which http and https URLs that stand alone become links. `most`: characters that are
 * read, because no event shows more.
 */
export function prose(text: string, most = MOST_READ): Text {
  if (!text.includes('://')) return text
  const pieces: Text[] = []
  let plain = ''
  for (const word of beginning(text, most + 1).split(/(\s+)/)) {
    if (word.includes('://')) {
      pieces.push(plain, proseWord(word))
      plain = ''
    } else plain += word
  }
  return [...pieces, plain]
}

/** The first http or https URL that stands alone in a text that can hold no link; `''` if there is none. */
export function addressIn(text: string): string {
  const words = text.includes('://') ? text.split(/\s+/) : []
  return words.map(addressOf).find((url) => url !== '') ?? ''
}

function proseWord(word: string): Text {
  const url = addressOf(word)
  if (url === '') return word
  const at = word.indexOf(url)
  return [word.slice(0, at), link(url, ''), word.slice(at + url.length)]
}

function addressOf(word: string): string {
  const rest = word.slice(OPENS_WORD.exec(word)?.[0].length ?? 0)
  const url = ADDRESS.test(rest) ? withoutEnd(rest) : ''
  return isWebUrl(url) ? url : ''
}

/** An address without what ends the sentence; a bracket that it opens is its own. */
function withoutEnd(address: string): string {
  const url = withoutTrailing(address, CLOSES_WORD)
  return url.endsWith(')') && !url.includes('(') ? withoutEnd(url.slice(0, -1)) : url
}

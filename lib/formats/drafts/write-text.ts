import type { RichText, TextNode } from '../../model/message.js'
import type { EscapeOptions } from '../../text/escape.js'
import { onOneLine } from '../../text/one-line.js'
import { Amounts } from '../../native/payload/reading.js'
import { escaped, type RawInline } from '../../native/message/blocks/inline.js'
import { linesOf, longestRun } from '../../native/message/blocks/lines.js'
import { joined, linkTo, plain } from '../../native/message/blocks/sheet.js'
import { BOLD, CODE, ITALIC, STRIKE } from '../../native/message/blocks/styles.js'
import { gridOf } from '../../native/message/blocks/tables.js'
import type { Writing } from './budget.js'
import { cleanAddress, cleanText, isKeptAddress } from './clean.js'
import { linkedPictures, linkedPicturesInLine } from './linked-pictures.js'
import { markdownWithMentions, mentionsIn } from './mentions.js'
import { isTexts, type LinkPiece, type MarkdownPiece, type Style, type Text } from './pieces.js'

const STYLES: Readonly<Record<Style, number>> = { bold: BOLD, italic: ITALIC, strike: STRIKE }
/** Of a piece within a line, in code points. */
const LONGEST_PIECE = 300
const LONGEST_LABEL = 200

/** A paragraph, or lines of their own. */
type Block =
  | { readonly kind: 'paragraph' | 'quote'; readonly raw: RawInline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly RawInline[])[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly RichText[])[] }
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'fence'; readonly code: string; readonly language: string }

/** A text of pieces as Markdown. */
export function writeText(text: Text, writing: Writing): RichText {
  const blocks = blocksOf(text, writing)
  const amounts = new Amounts()
  const nodes: TextNode[] = []
  const references = blocks.some((block) => block.kind === 'markdown' && definesLinks(block.text))
  for (const block of blocks) {
    const written = writeBlock(block, amounts, { ...writing, references })
    if (written.length === 0) continue
    if (nodes.length > 0) nodes.push(plain(block.kind === 'list' ? '\n' : '\n\n'))
    for (const node of written) nodes.push(node)
  }
  return nodes
}

/** Whether Markdown may say where `[text]` leads. */
export function definesLinks(markdown: string): boolean {
  return markdown.includes(']:')
}

/** Whether Markdown may hold the end of a link, such as `](address)`, that begins before it. */
export function endsLinks(markdown: string): boolean {
  return markdown.includes('](') || markdown.includes('][')
}

/** The same on one line. `references`: Markdown of the same text may say where `[text]` leads. */
export function writeLine(
  text: Text,
  writing: Writing,
  { isBold = false, references = false } = {},
): RichText {
  const raw = between(blocksOf(text, writing, isBold ? BOLD : 0).map(rawOf), ' ')
  // What begins a list or a code block begins none behind the marks of bold.
  return writeRaw(raw.map(onOneRawLine(writing)), new Amounts(), { inline: isBold, references })
}

function blocksOf(text: Text, writing: Writing, style = 0): readonly Block[] {
  const collector = new Collector(writing)
  collector.add(text, style)
  return collector.blocks
}

/** Takes pieces apart. */
class Collector {
  readonly blocks: Block[] = []
  readonly #writing: Writing
  /** Whether what follows is another paragraph. */
  #isEnded = false

  constructor(writing: Writing) {
    this.#writing = writing
  }

  add(text: Text, style: number): void {
    if (typeof text === 'string') this.#string(text, style)
    else if (isTexts(text)) for (const each of text) this.add(each, style)
    else this.#piece(text, style)
  }

  #piece(piece: Exclude<Text, string | readonly Text[]>, style: number): void {
    switch (piece.kind) {
      case 'styled':
        this.add(piece.text, style | STYLES[piece.style])
        break
      case 'code':
        this.#string(onOneLine(piece.text), style | CODE)
        break
      case 'link':
        this.#link(piece, style)
        break
      case 'lines':
        for (const line of piece.lines) this.#line(line, style)
        break
      case 'list':
        this.blocks.push({ kind: 'list', items: piece.items.map((item) => this.#inner(item)) })
        break
      case 'paragraph':
        this.#paragraphs(piece.text, style)
        break
      case 'table':
        this.blocks.push({
          kind: 'table',
          rows: piece.rows.map((row) => row.map((cell) => writeLine(cell, this.#writing))),
        })
        break
      case 'quote':
        this.blocks.push({ kind: 'quote', raw: this.#inner(piece.text) })
        break
      case 'fence': {
        const code = this.#writing.budget.take(cleanText(piece.code).replace(/\n$/, ''))
        this.blocks.push({ kind: 'fence', code, language: piece.language })
        break
      }
      case 'markdown':
        this.#markdown(piece, style)
        break
    }
  }

  #markdown({ text: sent, inline = false }: MarkdownPiece, style: number): void {
    const clean = cleanText(sent)
    const read = inline ? linkedPicturesInLine(clean) : linkedPictures(clean)
    const text = this.#writing.budget.take(read)
    if (!inline) this.blocks.push({ kind: 'markdown', text })
    else {
      const nodes = markdownWithMentions(text, this.#writing.mentions)
      for (const node of nodes) this.#paragraph().push({ node, style })
    }
  }

  #paragraphs(text: Text, style: number): void {
    for (const block of blocksOf(text, this.#writing, style)) {
      this.blocks.push(block.kind === 'paragraph' ? { ...block, raw: trimmed(block.raw) } : block)
    }
    this.#isEnded = true
  }

  #string(text: string, style: number): void {
    const kept = this.#writing.budget.take(cleanText(text))
    if (kept === '') return
    const raw = this.#paragraph()
    if ((style & CODE) !== 0) raw.push({ text: kept, style })
    else {
      for (const piece of mentionsIn(kept, this.#writing.mentions)) {
        raw.push(typeof piece === 'string' ? { text: piece, style } : { node: piece, style })
      }
    }
  }

  #line(text: Text, style: number): void {
    for (const block of blocksOf(text, this.#writing, style)) {
      if (block.kind !== 'paragraph') this.blocks.push(block)
      else if (block.raw.length > 0) {
        const paragraph = this.#paragraph()
        if (paragraph.length > 0) paragraph.push({ text: '\n', style: 0 })
        for (const raw of block.raw) paragraph.push(raw)
      }
    }
  }

  #inner(text: Text): RawInline[] {
    return blocksOf(text, this.#writing).flatMap(rawOf)
  }

  #link({ url: sent, label }: LinkPiece, style: number): void {
    const shown = onOneLine(cleanText(label).trim())
    if (!isKeptAddress(sent)) {
      this.#string(shown, style)
      return
    }
    const url = cleanAddress(sent)
    const kept = this.#writing.budget.take(shown === '' ? url : shown, LONGEST_LABEL)
    const isBare = kept === url && /^[^<>&]+$/.test(url)
    const node = isBare ? { kind: 'link' as const, text: `<${url}>` } : linkTo(url, kept, true)
    if (kept !== '') this.#paragraph().push({ node, style })
  }

  #paragraph(): RawInline[] {
    const last = this.blocks.at(-1)
    if (last?.kind === 'paragraph' && !this.#isEnded) return last.raw
    const raw: RawInline[] = []
    this.#isEnded = false
    this.blocks.push({ kind: 'paragraph', raw })
    return raw
  }
}

/** Without empty lines at its beginning and end. */
function trimmed(raw: readonly RawInline[]): RawInline[] {
  const shows = (each: RawInline): boolean =>
    ('text' in each ? each.text : each.node.text).trim() !== ''
  return raw.slice(Math.max(0, raw.findIndex(shows)), raw.findLastIndex(shows) + 1)
}

/** What a block shows, without being lines of its own. */
function rawOf(block: Block): readonly RawInline[] {
  switch (block.kind) {
    case 'paragraph':
    case 'quote':
      return block.raw
    case 'list':
      return between(block.items, ', ')
    case 'table': {
      const cells = block.rows.flat()
      return between(
        cells.map((cell) => cell.map((node) => ({ node, style: 0 }))),
        ' · ',
      )
    }
    case 'markdown':
      return [{ text: block.text, style: 0 }]
    case 'fence':
      return [{ text: onOneLine(block.code), style: CODE }]
  }
}

function between(
  parts: readonly (readonly RawInline[])[],
  separator: string,
): readonly RawInline[] {
  return parts.flatMap((part, index) =>
    index === 0 ? part : [{ text: separator, style: 0 }, ...part],
  )
}

function onOneRawLine({ budget }: Writing): (raw: RawInline) => RawInline {
  return (raw) => {
    if (!('text' in raw)) {
      return raw.node.kind === 'text' ? { ...raw, node: plain(onOneLine(raw.node.text)) } : raw
    }
    return { ...raw, text: budget.beginning(onOneLine(raw.text), LONGEST_PIECE) }
  }
}

function writeBlock(
  block: Block,
  amounts: Amounts,
  { references, ...writing }: Writing & { references: boolean },
): RichText {
  switch (block.kind) {
    case 'paragraph':
      return writeRaw(block.raw, amounts, { references })
    case 'quote':
      return joined(
        linesOf(escaped(block.raw, amounts, { literal: true, references }), amounts).map((line) => [
          plain('> '),
          ...line,
        ]),
        '\n',
      )
    case 'list':
      return joined(
        block.items
          .filter((item) => item.length > 0)
          .map((item) => [
            plain('- '),
            ...writeRaw(item.map(onOneRawLine(writing)), amounts, { references }),
          ]),
        '\n',
      )
    case 'table':
      return gridOf(block.rows)
    case 'markdown':
      if (block.text.trim() === '') return []
      return markdownWithMentions(block.text, writing.mentions, { blocks: true })
    case 'fence':
      return block.code.trim() === '' ? [] : [fenceNode(block.code, block.language)]
  }
}

function writeRaw(raw: readonly RawInline[], amounts: Amounts, options: EscapeOptions): RichText {
  if (raw.length === 0) return []
  const lines = linesOf(escaped(raw, amounts, { ...options, literal: true }), amounts)
  return lines.flatMap((line, index) => (index === 0 ? line : [plain('\n'), ...line]))
}

function fenceNode(code: string, language: string): TextNode {
  const marker = '`'.repeat(Math.max(longestRun(code, '`'), 2) + 1)
  const info = /^[\w+#.-]{1,32}$/.test(language) ? language : ''
  const fence = { opening: `${marker}${info}\n`, marker, info, closing: marker }
  return { kind: 'code', text: `${fence.opening}${code}\n${marker}`, fence }
}

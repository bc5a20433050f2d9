import type { RichText, TextNode } from '../model/message.js'
import type { ChannelWide } from '../model/records.js'
import { atName } from './at-names.js'
import { CodeSpans, fenceAt } from './code-spans.js'
import { writeDate } from './dates.js'
import { withoutTrailing } from './ends.js'
import { beforeLink, isLinkTarget, markdownLink } from './links.js'
import { onOneLine } from './one-line.js'

const CHANNEL_WIDE: ReadonlyMap<string, ChannelWide> = new Map([
  ['channel', 'channel'],
  ['here', 'here'],
  ['all', 'all'],
])

export interface MarkupOptions {
  /** Matches the host's user ids, so that `<b>` causes no lookup. */
  readonly userIdPattern: RegExp
  /** False for titles: of a link, the label is kept as text, and its address is found. */
  readonly links?: boolean
  /** The maximum number of pieces. The text after them is left as written. */
  readonly maxNodes?: number
  /** False for texts without automatic links, where `@name` stays text. */
  readonly names?: boolean
  /** False where `<…>` is no markup. */
  readonly angles?: boolean
}

export interface Scanned {
  readonly nodes: RichText
  /** Whether markup was left as written, because there are more than `maxNodes` pieces. */
  readonly cut: boolean
  /** Where the links of a title lead. */
  readonly addresses: readonly string[]
}

/**
 * Reads Slack's markup in Markdown text (docs/contract.md, Markup) in one pass. Code is left
 * verbatim, and so is everything that is not certainly markup.
 */
export function scanMarkup(text: string, options: MarkupOptions): Scanned {
  const scanner = new Scanner(text, options)
  scanner.run()
  return { nodes: scanner.nodes, cut: scanner.cut, addresses: scanner.addresses }
}

/**
 * A look at each character instead takes 14 times as long for text without markup, and 1.3 times for
 * text with a link in each line.
 */
const SPECIAL = /[`<@\\\n]/g
/** Not one in brackets within another, so that no character is read twice. */
const MARKDOWN_LINK = /\[([^[\]\n]{1,300})\]\(([^\s()<>[\]]{1,2000})\)/g

class Scanner {
  readonly nodes: TextNode[] = []
  readonly addresses: string[] = []
  cut = false
  readonly #text: string
  readonly #options: MarkupOptions
  readonly #code: CodeSpans
  readonly #most: number
  /** The start of plain text that is not in a node yet. */
  #plain = 0

  constructor(text: string, options: MarkupOptions) {
    this.#text = text
    this.#options = options
    this.#code = new CodeSpans(text)
    this.#most = options.maxNodes ?? Infinity
  }

  run(): void {
    const text = this.#text
    let at = this.#fence(0)
    while (!this.cut) {
      SPECIAL.lastIndex = at
      if (!SPECIAL.test(text)) break
      at = SPECIAL.lastIndex - 1
      const c = text.charAt(at)
      if (c === '\\') at += text.charAt(at + 1) === '\n' ? 1 : 2
      else at = this.#special(at, c)
    }
    this.#flush(text.length)
  }

  #special(at: number, c: string) {
    if (c === '`') return this.#codeSpan(at)
    if (c === '<') return this.#angle(at)
    if (c === '@') return this.#name(at)
    return this.#fence(at + 1)
  }

  #fence(lineStart: number) {
    const found = fenceAt(this.#text, lineStart)
    if (!found || !this.#hasRoom()) return lineStart
    this.#flush(lineStart)
    this.nodes.push({
      kind: 'code',
      text: this.#text.slice(lineStart, found.end),
      fence: found.fence,
    })
    this.#plain = found.end
    return found.end
  }

  #codeSpan(at: number) {
    const { end, closed } = this.#code.endOf(at)
    if (closed && this.#hasRoom()) {
      this.#flush(at)
      this.nodes.push({ kind: 'code', text: this.#text.slice(at, end), fence: null })
      this.#plain = end
    }
    return end
  }

  #angle(at: number) {
    const end = this.#options.angles === false ? -1 : this.#closingAngle(at + 1)
    if (end === -1) return at + 1
    const written = this.#text.slice(at, end + 1)
    const node = this.#markup(written, at)
    if (!node || !this.#hasRoom()) return at + 1
    this.#flush(at)
    const before = this.nodes.at(-1)
    if (node.kind === 'link' && before?.kind === 'text') {
      const kept = beforeLink(before.text, node.text)
      if (kept !== before.text) this.nodes[this.nodes.length - 1] = plain(kept)
    }
    this.nodes.push(node)
    this.#plain = end + 1
    return end + 1
  }

  // Markup contains no other `<`, so no text is scanned twice. Only a label may have blank lines, behind
  // which a line that begins with `>` is a quotation.
  #closingAngle(from: number) {
    const text = this.#text
    let hasLabel = false
    let hasBlank = false
    for (let i = from; i < text.length; i += 1) {
      const c = text.charAt(i)
      if (c === '>') return hasBlank && text.charAt(i - 1) === '\n' ? -1 : i
      if (c === '<') return -1
      if (c === '|') hasLabel = true
      if (c === '\n' && text.charAt(i + 1) === '\n') hasBlank = true
      if (hasBlank && !hasLabel) return -1
    }
    return -1
  }

  #markup(written: string, at: number): TextNode | null {
    const inner = written.slice(1, -1)
    const bar = inner.indexOf('|')
    const target = bar === -1 ? inner : inner.slice(0, bar)
    const label = bar === -1 ? '' : inner.slice(bar + 1)
    switch (target.charAt(0)) {
      case '!':
        return command(target.slice(1), label, this.#options.links !== false)
      case '@':
        return this.#user(target.slice(1), written, label)
      case '#':
        return target.length > 1 && label.trim() !== '' ? plain(`#${label}`) : null
      default:
        if (bar === -1 && this.#options.userIdPattern.test(target)) {
          return { kind: 'user', id: target, text: written, label: '' }
        }
        if (this.#options.links !== false) return link(target, label, bar !== -1)
        // Brackets around a link are shown, so that the title is as it was written.
        return bar === -1 || this.#text.charAt(at - 1) === '<' ? null : this.#labelOf(target, label)
    }
  }

  #labelOf(target: string, label: string): TextNode | null {
    if (label.trim() === '' || !isLinkTarget(target, true)) return null
    this.addresses.push(target)
    return plain(onOneLine(label))
  }

  #user(id: string, written: string, label: string): TextNode | null {
    if (this.#options.userIdPattern.test(id)) return { kind: 'user', id, text: written, label }
    return id !== '' && label.trim() !== '' ? plain(label) : null
  }

  #name(at: number) {
    const text = this.#text
    if (this.#options.names === false) return at + 1
    const { end, isName } = atName(text, at)
    if (!isName || !this.#hasRoom()) return end
    const written = text.slice(at, end)
    const who = channelWideOf(written)
    this.#flush(at)
    this.nodes.push(
      who ? { kind: 'channelWide', text: written, who } : { kind: 'name', text: written },
    )
    this.#plain = end
    return end
  }

  #withoutLinks(text: string) {
    return text.replace(
      MARKDOWN_LINK,
      (written, label: string, target: string) => this.#labelOf(target, label)?.text ?? written,
    )
  }

  // Asked only for markup, so that a text that ends at the limit is not cut.
  #hasRoom() {
    this.cut = this.nodes.length >= this.#most
    return !this.cut
  }

  #flush(end: number) {
    if (end <= this.#plain) return
    const text = this.#text.slice(this.#plain, end)
    this.nodes.push(plain(this.#options.links === false ? this.#withoutLinks(text) : text))
    this.#plain = end
  }
}

/** Whom `@name` notifies if it is no person. */
export function channelWideOf(written: string): ChannelWide | undefined {
  return CHANNEL_WIDE.get(withoutEndMarks(written.slice(1).toLowerCase()))
}

/** A name without punctuation that may follow it in a sentence. */
export function withoutEndMarks(name: string): string {
  return withoutTrailing(name, '._-')
}

function command(name: string, label: string, links: boolean): TextNode | null {
  const who = CHANNEL_WIDE.get(name)
  if (who) return { kind: 'channelWide', text: `@${who}`, who }
  if (name.startsWith('date^')) return date(name, label, links)
  return name.startsWith('subteam^') && label.trim() !== '' ? plain(label) : null
}

function date(command: string, fallback: string, links: boolean): TextNode | null {
  const [, seconds = '', format = '', target = ''] = command.split('^', 4)
  const written = writeDate(seconds, format) ?? fallback
  if (written.trim() === '') return null
  return (links ? link(target, written, true) : null) ?? plain(written)
}

function link(target: string, label: string, labelled: boolean): TextNode | null {
  if (!isLinkTarget(target, labelled)) return null
  if (label.trim() !== '') return { kind: 'link', text: markdownLink(target, label) }
  // Markdown does not decode entities between angle brackets, and Slack's senders write `&` as one.
  const entities = /&(?:amp|lt|gt);/.test(target)
  const path = target.startsWith('/')
  return {
    kind: 'link',
    text: entities || path ? markdownLink(target, target) : `<${target}>`,
  }
}

// Text that replaces markup; it is not scanned again.
function plain(text: string): TextNode {
  return { kind: 'text', text }
}

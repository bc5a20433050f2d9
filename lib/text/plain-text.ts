import { afterSpaces, withoutTrailing } from './ends.js'
import { loneWordOfInfo, wordsOfInfo } from './info-strings.js'
import { plainInline } from './plain-inline.js'
import { cellsOf, isDelimiterRow } from './tables.js'

const HEADING = /^#{1,6}(?=[ \t]|$)/
const BULLET = /^[-*+](?=[ \t]|$)/
const NUMBER = /^\d{1,9}[.)](?=[ \t]|$)/
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/
const BEGINS_RULE = /^[ \t]*[*_-]/
const UNDERLINE = /^(?:=+|-+)$/
/** Characters of the longest mark of an item, and the one behind it. */
const MARK_LENGTH = 11
const CODE_INDENT = /^(?: {4}|\t)/

/**
 * Markdown as plain text: no marks, code as it is, links as `label (address)`; lists, quotes and the
 * rows of tables on lines of their own. The cost is linear in the length of the text.
 */
export function plainText(markdown: string): string {
  if (markdown === '') return ''
  const reader = new Reader(markdown.split(/\r\n|[\r\n]/))
  return reader.run().join('\n').trimEnd()
}

type Line = Readonly<ReturnType<typeof readLine>>

interface Fence {
  readonly marker: string
  readonly quotes: number
  /** What is shown if the block turns out to be empty. */
  instead: string
}

class Reader {
  readonly #out: string[] = []
  readonly #lines: readonly string[]
  /** The lines of the paragraph that is being read. */
  #paragraph: Line[] = []
  #fence: Fence | null = null
  #inList = false

  constructor(lines: readonly string[]) {
    this.#lines = lines
  }

  run(): readonly string[] {
    for (let at = 0; at < this.#lines.length;) at = this.#line(at)
    this.#endFence()
    this.#flush()
    return this.#out
  }

  /** Reads the line at this index, or a whole table; the index of the next one. */
  #line(at: number) {
    const written = this.#lines[at] ?? ''
    if (this.#fence && this.#inFence(written, this.#fence)) return at + 1
    if (this.#isCode(written)) {
      this.#out.push(written)
      return at + 1
    }
    const line = readLine(written)
    if (line.content === '') {
      this.#put(line.prefix.trimEnd())
      return at + 1
    }
    if (line.item) this.#inList = true
    else if (line.prefix === '') this.#inList &&= this.#paragraph.length > 0
    return this.#block(at, line)
  }

  #block(at: number, line: Line) {
    const { prefix, content, quotes } = line
    const fence = FENCE.exec(content)
    const heading = HEADING.exec(content)
    if (fence) {
      this.#flush()
      const info = content.slice(fence[0].length)
      const words = wordsOfInfo(info)
      const word = words === '' ? loneWordOfInfo(info) : ''
      this.#fence = { marker: fence[0], quotes, instead: word === '' ? '' : prefix + word }
      if (line.item || words !== '') this.#out.push((prefix + words).trimEnd())
    } else if (heading) this.#put(prefix + plainInline(headingOf(content, heading[0].length)))
    else if (this.#isUnderline(line)) this.#flush()
    else if (isRule(content)) this.#put(`${prefix}---`)
    else if (this.#isTable(at, line)) return this.#table(at, line)
    else {
      const before = this.#paragraph.at(-1)
      if (line.item || (before && before.quotes !== quotes)) this.#flush()
      this.#paragraph.push(line)
    }
    return at + 1
  }

  #inFence(written: string, fence: Fence) {
    const { marker, quotes } = fence
    const found = readQuotes(written, quotes)
    const line = written.slice(found.end)
    // A quote ends, and the code in it.
    const isOutside = found.quotes < quotes
    if (isOutside || closes(line, marker)) {
      this.#endFence()
      return !isOutside
    }
    if (line.trim() !== '') fence.instead = ''
    this.#out.push('> '.repeat(quotes) + line)
    return true
  }

  #endFence() {
    if (this.#fence && this.#fence.instead !== '') this.#out.push(this.#fence.instead)
    this.#fence = null
  }

  #isCode(written: string) {
    if (this.#inList || this.#paragraph.length > 0) return false
    return CODE_INDENT.test(written) && written.trim() !== ''
  }

  #isUnderline({ content, quotes, item }: Line) {
    const above = this.#paragraph.at(-1)
    return !item && above?.quotes === quotes && UNDERLINE.test(content)
  }

  #isTable(at: number, { content, quotes }: Line) {
    const next = this.#lines[at + 1]
    if (next === undefined || !content.includes('|')) return false
    const rule = readLine(next)
    return rule.quotes === quotes && isDelimiterRow(rule.content, cellsOf(content).length)
  }

  #table(start: number, head: Line) {
    this.#row(head)
    let at = start + 2
    for (; at < this.#lines.length; at += 1) {
      const row = readLine(this.#lines[at] ?? '')
      if (row.content === '' || row.item || row.quotes !== head.quotes) break
      if (FENCE.test(row.content) || HEADING.test(row.content)) break
      this.#row(row)
    }
    return at
  }

  #row({ prefix, content }: Line) {
    const cells = cellsOf(content).map(plainInline)
    if (cells.some((cell) => cell !== '')) this.#put(prefix + cells.join(' | ').trimEnd())
  }

  #put(line: string) {
    this.#flush()
    // Any number of blank lines is one.
    if (line !== '' || (this.#out.length > 0 && this.#out.at(-1) !== '')) this.#out.push(line)
  }

  // As one text, because styles, code and links may reach over line ends.
  #flush() {
    if (this.#paragraph.length === 0) return
    const text = plainInline(this.#paragraph.map(({ content }) => content).join('\n'))
    text.split('\n').forEach((line, index) => {
      this.#out.push(`${this.#paragraph[index]?.prefix ?? ''}${line.trim()}`.trimEnd())
    })
    this.#paragraph = []
  }
}

/** A line without the marks of what it is in: `> `, `- `, white space; `quotes` are the marks of quotes. */
function readLine(written: string) {
  const { quotes, end } = readQuotes(written)
  let prefix = '> '.repeat(quotes)
  let at = end
  let item = false
  // Looked at once: a line of many marks would be looked through for each of them.
  const rule = isRule(written.slice(end))
  for (;;) {
    const space = afterSpaces(written, at)
    prefix += written.slice(at, space)
    at = space
    const rest = written.slice(space, space + MARK_LENGTH)
    const [mark] = (rule ? null : (BULLET.exec(rest) ?? NUMBER.exec(rest))) ?? []
    if (mark === undefined) break
    item = true
    prefix += mark.length === 1 ? '- ' : `${mark} `
    at += mark.length
    if (at < written.length) at += 1
  }
  return { prefix, content: written.slice(at).trimEnd(), quotes, item }
}

/** The marks of at most so many quotes, and where they end. */
function readQuotes(written: string, most = Infinity) {
  let quotes = 0
  let end = 0
  for (; quotes < most; quotes += 1) {
    const at = afterSpaces(written, end)
    if (written.charAt(at) !== '>') break
    end = written.charAt(at + 1) === ' ' ? at + 2 : at + 1
  }
  return { quotes, end }
}

function headingOf(content: string, marks: number) {
  const heading = content.slice(marks).trim()
  const open = withoutTrailing(heading, '#')
  return open === '' || /[ \t]$/.test(open) ? open.trimEnd() : heading
}

function closes(line: string, marker: string) {
  const closing = line.trim()
  return closing.length >= marker.length && withoutTrailing(closing, marker.charAt(0)) === ''
}

function isRule(content: string) {
  if (!BEGINS_RULE.test(content)) return false
  const marks = content.replaceAll(/[ \t]/g, '')
  return marks.length > 2 && withoutTrailing(marks, marks.charAt(0)) === ''
}

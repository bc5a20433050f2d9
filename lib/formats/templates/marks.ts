import { charactersOf } from '../drafts/dialects.js'
import { bold, code, link, prose, type Text } from '../drafts/pieces.js'
import { entryOf, type Table } from '../json-members.js'
import type { Token } from './run.js'

/** The longer of two that begin alike first. A line end ends what is open. */
const MARKS = ['**', '`', '](', '[', ']', ')', '\n']
const FIRST = '`*[])\n'

/** Marks around what they format. */
const AROUND: Table<(inner: Text) => Text> = {
  '**': (inner) => bold(inner),
  '`': (inner) => code(charactersOf(inner)),
}

/**
 * What a template writes. Of its own text, `**bold**`, `` `code` `` and `[label](URL)` count; values are
 * shown with the characters they have. URLs that stand alone are links, also those that a value ends.
 */
export function formatted(tokens: readonly Token[]): Text {
  const writer = new Writer()
  for (const { text, isLiteral } of tokens) {
    if (isLiteral) writer.literal(text)
    else writer.add(text)
  }
  return writer.text()
}

/** What follows a mark that is not closed yet. */
interface Open {
  readonly mark: string
  readonly pieces: Text[]
}

class Writer {
  readonly #root: Open = { mark: '', pieces: [] }
  readonly #open: Open[] = []

  add(...pieces: readonly Text[]): void {
    const into = this.#open.at(-1) ?? this.#root
    for (const piece of pieces) into.pieces.push(piece)
  }

  literal(text: string): void {
    let from = 0
    for (let at = 0; at < text.length;) {
      const isMark = FIRST.includes(text.charAt(at))
      const mark = isMark ? MARKS.find((each) => text.startsWith(each, at)) : undefined
      if (mark) {
        if (at > from) this.add(text.slice(from, at))
        this.#mark(mark)
        from = at + mark.length
      }
      at += mark?.length ?? 1
    }
    if (from < text.length) this.add(text.slice(from))
  }

  text(): Text {
    this.#endLine()
    return merged(this.#root.pieces)
  }

  #endLine(): void {
    while (this.#open.length > 0) this.#undo()
  }

  #mark(mark: string): void {
    const top = this.#open.at(-1)?.mark
    if (mark === '\n') {
      this.#endLine()
      this.add(mark)
    } else if (mark === top && mark !== '[') this.#close(mark)
    else if (mark === ')' && top === '](') this.#link()
    else if (top === '`' || top === '](') this.add(mark)
    else if (mark === '[' || (mark === '](' && top === '[') || entryOf(AROUND, mark)) {
      this.#open.push({ mark, pieces: [] })
    } else {
      if (mark === ']' && top === '[') this.#undo()
      this.add(mark)
    }
  }

  #close(mark: string): void {
    const inner = this.#taken()
    this.add(inner.length === 0 ? mark + mark : (entryOf(AROUND, mark)?.(merged(inner)) ?? ''))
  }

  #link(): void {
    const url = charactersOf(this.#taken()).trim()
    this.add(link(url, charactersOf(this.#taken())))
  }

  #taken(): readonly Text[] {
    return this.#open.pop()?.pieces ?? []
  }

  /** A mark that nothing closes stands for itself. */
  #undo(): void {
    const { mark = '', pieces = [] } = this.#open.pop() ?? {}
    this.add(mark, ...pieces)
  }
}

function merged(pieces: readonly Text[]): readonly Text[] {
  const all: Text[] = []
  let plain = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') plain += piece
    else {
      all.push(prose(plain, Infinity), piece)
      plain = ''
    }
  }
  return [...all, prose(plain, Infinity)]
}

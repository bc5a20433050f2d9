import { charactersOf } from '../drafts/dialects.js'
import { bold, code, link, prose, type Text } from '../drafts/pieces.js'
import { endOfRun } from '../../text/ends.js'
import type { Token } from './run.js'

/** A line end ends what is open. */
const MARKS = new Set(['**', '`', '](', '[', ']', ')', '\n'])

/**
 * What a template writes. Of its own text, `**bold**`, `` `code` `` and `[label](URL)` count; values are
 * shown with the characters they have. URLs that stand alone are links, also those that a value ends.
 */
export function formatted(tokens: readonly Token[]): Text {
  const writer = new Writer()
  for (const { text, isLiteral } of tokens) {
    if (isLiteral) writer.literal(text)
    else writer.add([text])
  }
  return writer.text()
}

class Writer {
  /** What follows each mark that is not closed yet; of each mark one at most. The first is none. */
  readonly #open: { readonly mark: string; readonly pieces: Text[] }[] = [{ mark: '', pieces: [] }]

  add(pieces: readonly Text[]): void {
    for (const piece of pieces) this.#open.at(-1)?.pieces.push(piece)
  }

  literal(text: string): void {
    let from = 0
    for (let at = 0; at < text.length;) {
      const part = partAt(text, at)
      if (MARKS.has(part)) {
        this.add([text.slice(from, at)])
        this.#mark(part)
        from = at + part.length
      }
      at += part.length
    }
    this.add([text.slice(from)])
  }

  text(): Text {
    this.#undo(1)
    return merged(this.#take())
  }

  #mark(mark: string): void {
    const inside = this.#open.at(-1)?.mark
    const label = this.#placeOf('[')
    if (mark === '\n') {
      this.#undo(1)
      this.add([mark])
    } else if (inside === '](' || (inside === '`' && mark !== '`')) {
      if (inside === '](' && mark === ')') this.#link()
      else this.add([mark])
    } else if (mark === '**' || mark === '`') this.#around(mark)
    else if (mark === '](' && label !== -1) {
      this.#undo(label + 1)
      this.#begin(mark)
    } else {
      if (label !== -1 && mark !== ')') this.#undo(label)
      if (mark === '[') this.#begin(mark)
      else this.add([mark])
    }
  }

  #around(mark: '**' | '`'): void {
    const place = this.#placeOf(mark)
    if (place === -1) this.#begin(mark)
    else {
      this.#undo(place + 1)
      const inner = merged(this.#take())
      this.add([mark === '`' ? code(charactersOf(inner)) : bold(inner)])
    }
  }

  #link(): void {
    const url = charactersOf(this.#take()).trim()
    this.add([link(url, charactersOf(this.#take()))])
  }

  #begin(mark: string): void {
    this.#open.push({ mark, pieces: [] })
  }

  #take(): readonly Text[] {
    return this.#open.pop()?.pieces ?? []
  }

  /** Marks that nothing closes stand for themselves. Keeps so many that are open. */
  #undo(kept: number): void {
    while (this.#open.length > kept) {
      const mark = this.#open.at(-1)?.mark ?? ''
      const pieces = this.#take()
      this.add([mark, ...pieces])
    }
  }

  #placeOf(mark: string): number {
    return this.#open.findIndex((each) => each.mark === mark)
  }
}

/** A mark, or a character. More than two asterisks and more than one backtick are no marks. */
function partAt(text: string, at: number): string {
  const c = text.charAt(at)
  if (c === '*' || c === '`') return text.slice(at, endOfRun(text, at))
  return text.startsWith('](', at) ? '](' : c
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

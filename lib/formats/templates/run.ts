import { at } from '../json-members.js'
import { eachOf, isFalse, scalarText, shownText, type Work } from './filters.js'
import type { Node } from './parse.js'

/** Each part, filter and element takes one, and so do 256 characters that a filter reads. */
const MOST_STEPS = 10_000
/** Bytes of all texts together. */
const MOST_OUTPUT = 16 * 1_024

/** What a template writes: its own text, or a value of the payload. */
export interface Token {
  readonly text: string
  readonly isLiteral: boolean
}

class Stopped extends Error {}

/** One use of a template. */
export class Run implements Work {
  readonly now: number | null
  readonly #body: unknown
  #steps = MOST_STEPS
  #bytes = MOST_OUTPUT
  #at = 0
  #isStopped = false

  constructor(body: unknown, now: number | null) {
    this.#body = body
    this.now = now
  }

  /** What is written, up to where it stops, which `onStop` is told; nothing after that. */
  write(nodes: readonly Node[], onStop: (at: number, reason: string) => void): readonly Token[] {
    const tokens: Token[] = []
    if (this.#isStopped) return tokens
    try {
      this.#write(nodes, this.#body, tokens)
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      this.#isStopped = true
      onStop(this.#at, error.message)
    }
    return tokens
  }

  step(count = 1): void {
    this.#steps -= count
    if (this.#steps < 0) throw new Stopped(`after ${MOST_STEPS} steps`)
  }

  #write(nodes: readonly Node[], element: unknown, tokens: Token[]): void {
    for (const node of nodes) {
      this.#at = node.at
      this.step()
      if (node.kind === 'literal') this.#put({ text: node.text, isLiteral: true }, tokens)
      else this.#part(node, element, tokens)
    }
  }

  #part(node: Node, element: unknown, tokens: Token[]): void {
    const value = this.#valueAt(node.text, element)
    switch (node.kind) {
      case 'each':
        eachOf(value, this, (each) => {
          this.#write(node.inner, each, tokens)
          this.#at = node.at
        })
        break
      case 'if': {
        const { equals } = node
        const isMet = equals === null ? !isFalse(value) : scalarText(value) === equals
        this.#write(isMet ? node.inner : node.otherwise, element, tokens)
        break
      }
      default: {
        const shown = node.calls.reduce((each, { filter, args }) => {
          this.step()
          return filter.apply(each, args, this)
        }, value)
        this.#put({ text: shownText(shown, this), isLiteral: false }, tokens)
      }
    }
  }

  /** Own members only. `this` is the element of the loop, and outside of loops the body. */
  #valueAt(path: string, element: unknown): unknown {
    if (path === 'this') return element
    return path.startsWith('this.') ? at(element, path.slice(5)) : at(this.#body, path)
  }

  #put({ text, isLiteral }: Token, tokens: Token[]): void {
    const bytes = text.length > this.#bytes ? Infinity : Buffer.byteLength(text)
    if (bytes <= this.#bytes) {
      this.#bytes -= bytes
      tokens.push({ text, isLiteral })
      return
    }
    const { read } = new TextEncoder().encodeInto(text, new Uint8Array(this.#bytes))
    tokens.push({ text: text.slice(0, read), isLiteral })
    throw new Stopped(`after ${MOST_OUTPUT / 1_024} KiB of text`)
  }
}

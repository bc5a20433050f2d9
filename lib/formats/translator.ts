import type { RichText } from '../model/message.js'
import { scanMarkup } from '../text/markup.js'
import type { Warnings } from './reading.js'

/** A mention of a person, by id or by name as written. */
export interface Mention {
  readonly kind: 'user' | 'name'
  /** The id, or `@name`. */
  readonly text: string
}

/** Reads the markup of one message's texts, and keeps whom they mention, in order. */
export class Translator {
  readonly warnings: Warnings
  readonly mentions: Mention[] = []
  readonly #userIdPattern: RegExp

  constructor(userIdPattern: RegExp, warnings: Warnings) {
    this.#userIdPattern = userIdPattern
    this.warnings = warnings
  }

  scan(text: string): RichText {
    return this.#scan(text, true)
  }

  /** Titles take mentions only: they may be a link themselves. */
  scanTitle(title: string): RichText {
    return this.#scan(title, false)
  }

  #scan(text: string, links: boolean): RichText {
    if (text === '') return []
    const { nodes } = scanMarkup(text, { userIdPattern: this.#userIdPattern, links })
    for (const node of nodes) {
      if (node.kind === 'user') this.mentions.push({ kind: 'user', text: node.id })
      else if (node.kind === 'name') this.mentions.push({ kind: 'name', text: node.text })
    }
    return nodes
  }
}

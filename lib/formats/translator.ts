import type { RichText } from '../model/message.js'
import { scanMarkup } from '../text/markup.js'
import type { Warnings } from './reading.js'

/** Reads the markup of one message's texts. */
export class Translator {
  readonly warnings: Warnings
  readonly #userIdPattern: RegExp

  constructor(userIdPattern: RegExp, warnings: Warnings) {
    this.#userIdPattern = userIdPattern
    this.warnings = warnings
  }

  scan(text: string): RichText {
    return text === '' ? [] : scanMarkup(text, { userIdPattern: this.#userIdPattern }).nodes
  }

  /** Titles take mentions only: they may be a link themselves. */
  scanTitle(title: string): RichText {
    const options = { userIdPattern: this.#userIdPattern, links: false }
    return title === '' ? [] : scanMarkup(title, options).nodes
  }
}

import type { ForeignMentions } from '../../model/webhook-fields.js'
import { advance, countCodePoints } from '../../text/code-points.js'
import { cut } from '../words.js'

/** How a draft is written. */
export interface Writing {
  readonly budget: Budget
  /** Whom its texts may notify. */
  readonly mentions: ForeignMentions
}

/** How much of a message may still be shown, in code points. */
export class Budget {
  /** For messages of which nothing is cut: they are split into posts. */
  static readonly UNLIMITED = new Budget(Infinity)
  #left: number

  constructor(longest: number) {
    this.#left = longest
  }

  /** The text, or as much of it as there is room for. */
  take(text: string, most = Infinity): string {
    if (this.#left === Infinity) return text
    const room = Math.max(0, Math.min(this.#left, most))
    const length = countCodePoints(text)
    this.#left -= Math.min(length, room)
    if (length <= room) return text
    return room === 0 ? '' : cut(text, room)
  }

  /** What a line begins with, which takes nothing. */
  beginning(line: string, most: number): string {
    if (this.#left === Infinity || line.length <= most) return line
    const end = advance(line, 0, most)
    return end < line.length ? `${line.slice(0, end)}…` : line
  }

  /** All elements, or the first of them. */
  first<T>(elements: readonly T[], most: number): readonly T[] {
    return this.#left === Infinity ? elements : elements.slice(0, most)
  }
}

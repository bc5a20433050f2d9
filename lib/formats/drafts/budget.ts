import type { ForeignMentions } from '../../model/webhook-fields.js'
import { countCodePoints } from '../../text/code-points.js'
import { cut } from '../words.js'

/** How a draft is written. */
export interface Writing {
  readonly budget: Budget
  /** Whom its texts may notify. */
  readonly mentions: ForeignMentions
}

/** How much of a message may still be shown, in code points. */
export class Budget {
  #left: number

  constructor(longest: number) {
    this.#left = longest
  }

  /** The text, or as much of it as there is room for. */
  take(text: string, most = Infinity): string {
    const room = Math.max(0, Math.min(this.#left, most))
    const length = countCodePoints(text)
    this.#left -= Math.min(length, room)
    if (length <= room) return text
    return room === 0 ? '' : cut(text, room)
  }
}

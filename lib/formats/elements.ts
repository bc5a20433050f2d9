/** Elements of all cards of one message. Each has at most 50 parts that are looked at. */
const MOST_ELEMENTS = 2_000

/** Counts the elements of cards in cards, of which a body may hold very many. */
export class Elements {
  #left = MOST_ELEMENTS

  /** Whether one more may be looked at. */
  take(): boolean {
    this.#left -= 1
    return this.#left >= 0
  }
}

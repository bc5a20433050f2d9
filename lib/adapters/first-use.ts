import { WrongResult } from '../host/wrong-result.js'

/** A trial of something of the host's, before its first use. */
export class FirstUse {
  #isOver = false
  #running: Promise<void> | null = null

  /** Whether it has passed, so that nothing needs to wait for it. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** One at a time. What fails for another reason, such as a lost connection, is tried again. */
  async once(trial: () => Promise<void>): Promise<void> {
    if (this.#isOver) return
    this.#running ??= trial()
    try {
      await this.#running
      this.#isOver = true
    } catch (error) {
      // What is of the wrong kind stays so, and would leave a row each time.
      if (!(error instanceof WrongResult)) this.#running = null
      throw error
    }
  }
}

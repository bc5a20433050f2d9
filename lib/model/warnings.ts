import { MAX_WARNINGS } from './limits.js'
import type { Step } from './message.js'
import type { HookWarning } from './records.js'

/**
 * Collects what one step lost, changed or repaired, and the parameters it ignored without losing
 * anything. Bounded, so that a hostile payload cannot fill logs.
 */
export class Warnings {
  readonly list: HookWarning[]
  readonly #ignored: string[]
  #dropped: number
  #moreIgnored: number

  /** `before`: an earlier step, whose warnings this one repeats. */
  constructor(before?: Warnings) {
    this.list = before ? [...before.list] : []
    this.#ignored = before ? [...before.#ignored] : []
    this.#dropped = before ? before.#dropped : 0
    this.#moreIgnored = before ? before.#moreIgnored : 0
  }

  add(path: string, reason: string): void {
    if (this.list.length < MAX_WARNINGS) this.list.push({ path: path.slice(0, 200), reason })
    else this.#dropped += 1
  }

  /** Records a parameter that has no effect and nothing to show. */
  ignore(path: string): void {
    if (this.#ignored.length < MAX_WARNINGS) this.#ignored.push(path.slice(0, 200))
    else this.#moreIgnored += 1
  }

  all(): readonly HookWarning[] {
    if (this.#dropped === 0) return this.list
    return [
      ...this.list,
      { path: '', reason: `${this.#dropped} more ${this.#dropped === 1 ? 'warning' : 'warnings'}` },
    ]
  }

  /** Paths. The last entry counts those beyond the limit. */
  ignored(): readonly string[] {
    if (this.#moreIgnored === 0) return this.#ignored
    return [...this.#ignored, `and ${this.#moreIgnored} more`]
  }

  /** The result of a step, with everything that was collected. */
  step<T>(value: T): Step<T> {
    return { value, warnings: this.all(), ignored: this.ignored() }
  }
}

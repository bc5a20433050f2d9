import type { HookLog } from 'express-incoming-webhooks'
import { errorText } from '../errors.js'

/** How often a disk that refuses writes is tried again, in milliseconds. */
const TRY_MS = 1_000

/** Since when the disk refuses writes, and how often it did. Logs once when it begins, and once when it ends. */
export class Refusals {
  readonly #log: HookLog
  /** Called until the disk takes a write again. */
  readonly #tryAgain: () => void
  #refusal: { readonly error: unknown; readonly since: number } | null = null
  #requests = 0
  #timer: NodeJS.Timeout | undefined

  constructor(log: HookLog, tryAgain: () => void) {
    this.#log = log
    this.#tryAgain = tryAgain
  }

  /** Why the last write was refused; null when it was not. */
  get error(): unknown {
    return this.#refusal?.error ?? null
  }

  add(error: unknown): void {
    if (this.#refusal) {
      this.#refusal = { ...this.#refusal, error }
      return
    }
    this.#refusal = { error, since: performance.now() }
    this.#requests = 0
    this.#log('error', 'Cannot write to the journal', { reason: errorText(error) })
    // Nobody sends requests to a host that is not ready.
    this.#timer = setInterval(this.#tryAgain, TRY_MS).unref()
  }

  /** A request was answered with 503. */
  readonly note = (): void => {
    this.#requests += 1
  }

  /** The disk takes writes. */
  end(): void {
    if (!this.#refusal) return
    const seconds = Math.round((performance.now() - this.#refusal.since) / 100) / 10
    this.#log('info', 'The journal takes writes again', { seconds, refused: this.#requests })
    this.stop()
  }

  /** No write is tried any more. */
  stop(): void {
    this.#refusal = null
    clearInterval(this.#timer)
  }
}

import { messageOf } from '../../host/host-mistakes.js'
import type { HookLog } from '../../model/log.js'

/** What the clocks of machines that are kept in step never differ by, in milliseconds. */
const APART_MS = 5000
/** Clocks agree again when they differ by half of it, so that one line is not followed by many. */
const TOGETHER_MS = APART_MS / 2

/**
 * The clock of the server, which all nodes share, as far as this process knows it. Until the server has
 * said its time, it is the clock of this process.
 */
export class ServerClock {
  readonly #log: HookLog
  readonly #own: () => number
  /** The server's time less `performance.now()`. */
  #offset: number | null = null
  #differs = false

  /** `own` is the clock of this process. */
  constructor(log: HookLog, own: () => number = Date.now) {
    this.#log = log
    this.#own = own
  }

  /** Milliseconds since 1970, without fractions. */
  readonly now = (): number =>
    this.#offset === null ? this.#own() : Math.floor(performance.now() + this.#offset)

  /** Takes the time that the server said when it was asked; the others are of `performance.now()`. */
  heard(serverTime: number, askedAt: number, answeredAt: number): void {
    // How long the question and the answer were under way is not known: between these bounds every
    // offset is right, and the one that was right before is kept.
    const least = serverTime - answeredAt
    const most = serverTime - askedAt
    const known = this.#offset ?? (least + most) / 2
    this.#offset = Math.min(Math.max(known, least), most)
    this.#compare()
  }

  #compare(): void {
    const ahead = this.#own() - this.now()
    const differs = Math.abs(ahead) > (this.#differs ? TOGETHER_MS : APART_MS)
    if (differs === this.#differs) return
    this.#differs = differs
    const code = 'EIW_CLOCK_DIFFERS'
    const fields = { code, secondsAhead: Math.round(ahead / 100) / 10 }
    if (differs) this.#log('warn', messageOf(code), fields)
    else this.#log('info', 'The clocks of this process and of the database agree again.', fields)
  }
}

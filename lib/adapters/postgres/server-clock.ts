import { messageOf } from '../../host/host-mistakes.js'
import type { HookLog } from '../../model/log.js'

/** What the clocks of machines that are kept in step never differ by, in milliseconds. */
const APART_MS = 5000
/** Clocks agree again when they differ by half of it, so that one line is not followed by many. */
const TOGETHER_MS = APART_MS / 2

/**
 * The clock of the server, which all nodes share, as far as this process knows it. Until the server has
 * said its time, it is `own`, the clock of this process.
 */
export function serverClock(log: HookLog, own: () => number = Date.now) {
  /** The server's time less `performance.now()`. */
  let offset: number | null = null
  let differs = false
  /** Milliseconds since 1970, without fractions. */
  const now = () => (offset === null ? own() : Math.floor(performance.now() + offset))
  const compare = () => {
    const ahead = own() - now()
    const differ = Math.abs(ahead) > (differs ? TOGETHER_MS : APART_MS)
    if (differ === differs) return
    differs = differ
    const code = 'EIW_CLOCK_DIFFERS'
    const fields = { code, secondsAhead: Math.round(ahead / 100) / 10 }
    if (differs) log('warn', messageOf(code), fields)
    else log('info', 'The clocks of this process and of the database agree again.', fields)
  }
  return {
    now,
    /** Takes the time that the server said when it was asked; the others are of `performance.now()`. */
    heard: (serverTime: number, askedAt: number, answeredAt: number) => {
      // How long the question and the answer were under way is not known: between these bounds every
      // offset is right, and the one that was right before is kept.
      const least = serverTime - answeredAt
      const most = serverTime - askedAt
      const known = offset ?? (least + most) / 2
      offset = Math.min(Math.max(known, least), most)
      compare()
    },
  }
}

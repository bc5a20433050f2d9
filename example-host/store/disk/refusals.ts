import type { HookLog } from 'express-incoming-webhooks'
import { errorText } from '../errors.js'

/** How often a disk that refuses writes is tried again, in milliseconds. */
const TRY_MS = 1_000

/**
 * Since when the disk refuses writes, and how often it did. Logs once when it begins, and once when it
 * ends. `tryAgain` is called until the disk takes a write again.
 */
export function createRefusals(log: HookLog, tryAgain: () => void) {
  let refusal: { readonly error: unknown; readonly since: number } | null = null
  let requests = 0
  let timer: NodeJS.Timeout | undefined
  /** No write is tried any more. */
  const stop = () => {
    refusal = null
    clearInterval(timer)
  }
  return {
    /** Why the last write was refused; null when it was not. */
    reason: (): unknown => refusal?.error ?? null,
    add: (error: unknown) => {
      if (refusal) {
        refusal = { ...refusal, error }
        return
      }
      refusal = { error, since: performance.now() }
      requests = 0
      log('error', 'Cannot write to the journal', { reason: errorText(error) })
      // Nobody sends requests to a host that is not ready.
      timer = setInterval(tryAgain, TRY_MS).unref()
    },
    /** A request was answered with 503. */
    note: () => {
      requests += 1
    },
    /** The disk takes writes. */
    end: () => {
      if (!refusal) return
      const seconds = Math.round((performance.now() - refusal.since) / 100) / 10
      log('info', 'The journal takes writes again', { seconds, refused: requests })
      stop()
    },
    stop,
  }
}

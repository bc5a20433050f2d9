import type { HookLog } from 'express-incoming-webhooks'

/** Stops the process. */
export type Stop = Readonly<ReturnType<typeof createStop>>

interface StopParts {
  readonly log: HookLog
  readonly steps: () => Promise<void>
  /** Milliseconds after which the process exits with 1, even if steps are not finished. */
  readonly limitMs: number
  readonly exit?: (code: number) => void
}

export function createStop({
  log,
  steps,
  limitMs,
  exit = (code) => process.exit(code),
}: StopParts) {
  let began = false
  let worst = 0
  const run = async (reason: string): Promise<void> => {
    log('info', 'Stopping', { reason })
    const deadline = setTimeout(() => {
      log('error', 'Stopping took too long', { limitMs })
      exit(1)
    }, limitMs)
    try {
      await steps()
      log('info', 'Stopped')
    } catch (error) {
      worst = 1
      log('error', 'Stopping failed', { error })
    }
    clearTimeout(deadline)
    exit(worst)
  }
  return {
    /** Whether stopping has begun. */
    get began() {
      return began
    },
    /** Runs the steps once, then exits. Of several reasons, the worst one decides the exit code. */
    begin: (reason: string, exitCode: 0 | 1): void => {
      worst = Math.max(worst, exitCode)
      if (began) return
      began = true
      void run(reason)
    },
  }
}

/**
 * Stops when `npm start` ends: its shell does not pass on signals, and would leave a server running
 * that blocks the port and the store.
 */
export function followNpm(stop: Stop): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop.begin('npm start has ended', 0)
  }, 500).unref()
}

/** SIGTERM and SIGINT exit at once, until the function that it returns is called. */
export function leaveAtSignals(): () => void {
  const onSignal = (): void => {
    process.exit(0)
  }
  process.once('SIGTERM', onSignal).once('SIGINT', onSignal)
  return () => {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal)
  }
}

/** SIGTERM and SIGINT stop cleanly, a second one immediately. Uncaught exceptions stop with exit code 1. */
export function obeySignals(stop: Stop, log: HookLog): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Everything acknowledged is already on disk.
      if (stop.began) process.exit(1)
      stop.begin(signal, 0)
    })
  }
  // Unhandled rejections arrive here too.
  process.on('uncaughtException', (error) => {
    log('error', 'Uncaught exception', { error })
    stop.begin('an uncaught exception', 1)
  })
}

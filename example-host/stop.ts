import type { Log } from 'express-incoming-webhooks'

/** The way out of the process. */
export interface Stop {
  /** Whether it has begun. */
  readonly began: boolean
  /** Runs the steps once, then exits; of several reasons the worst decides the exit code. */
  begin(reason: string, exitCode: 0 | 1): void
}

export interface StopParts {
  readonly log: Log
  readonly steps: () => Promise<void>
  /** Milliseconds after which the process exits with 1, whatever the steps still wait for. */
  readonly limitMs: number
  readonly exit?: (code: number) => void
}

export function createStop({ log, steps, limitMs, exit = leave }: StopParts): Stop {
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
    get began() {
      return began
    },
    begin: (reason, exitCode) => {
      worst = Math.max(worst, exitCode)
      if (began) return
      began = true
      void run(reason)
    },
  }
}

function leave(code: number): void {
  process.exit(code)
}

/**
 * Stops with `npm start`: its shell ends on a signal without passing it on, and would leave a server
 * behind that holds the port and the store.
 */
export function followNpm(stop: Stop): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop.begin('npm start has ended', 0)
  }, 500).unref()
}

/** SIGTERM and SIGINT stop in order, a second one at once; what nobody caught stops with exit code 1. */
export function obeySignals(stop: Stop, log: Log): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Whatever was answered is on the disk already.
      if (stop.began) process.exit(1)
      stop.begin(signal, 0)
    })
  }
  // Rejections that nobody handles come here too.
  process.on('uncaughtException', (error) => {
    log('error', 'Uncaught exception', { error })
    stop.begin('an uncaught exception', 1)
  })
}

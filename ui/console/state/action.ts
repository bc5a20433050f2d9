import type { CallError } from 'express-incoming-webhooks-ui/call'
import { useState } from 'preact/hooks'
import { callErrorOf } from './loading.js'

/** An action of a button. Runs once at a time and keeps its error until the next attempt. */
export interface Action {
  readonly busy: boolean
  readonly error: CallError | null
  readonly run: (work: () => Promise<void>) => void
}

export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await work()
    } catch (reason) {
      setError(callErrorOf(reason))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, run: (work) => void run(work) }
}

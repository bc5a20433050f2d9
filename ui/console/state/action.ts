import { useAttempts } from 'express-incoming-webhooks-ui/attempt'
import { callErrorOf } from './loading.js'

/** An action of a button. Runs once at a time and keeps its error until the next attempt. */
export function useAction() {
  const { attempt, ...state } = useAttempts(callErrorOf)
  return { ...state, run: (work: () => Promise<void>) => void attempt(work) }
}

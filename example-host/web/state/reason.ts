import { CallError, isUnanswered } from 'express-incoming-webhooks-ui/call'

const NO_ANSWER = 'The server did not respond. Check your connection and try again.'

/** Why something cannot be done, in words for the reader. */
export class Refusal extends Error {}

/** Why something failed, in words; never '', because a proxy's response has no message. */
export function reasonOf(error: unknown): string {
  if (isUnanswered(error)) return NO_ANSWER
  if (error instanceof CallError)
    return error.message || `The server responded with ${error.status}`
  if (error instanceof Refusal) return error.message
  throw error
}

import { CallError, isUnanswered } from 'express-incoming-webhooks-ui/call'

const NO_ANSWER = 'The server did not respond. Check your connection and try again.'

/** Why a call failed, in words; never '', because a proxy's response has no message. */
export function reasonOf(error: unknown): string {
  if (isUnanswered(error)) return NO_ANSWER
  if (!(error instanceof CallError)) throw error
  return error.message || `The server responded with ${error.status}`
}

import { isUnavailable, WebhookError } from '../../model/errors.js'
import type { HookLog } from '../../model/log.js'

/**
 * SQLSTATEs, or their classes, after which nothing is stored and a retry may succeed: the server is
 * full, stopping or read-only, or a lock was not free in time.
 */
const PASSING = ['53', '57P0', '57014', '55P03', '40P01', '40001', '25006', '25P03']
const UNSENT = /^Client has encountered a connection error/
const LOST =
  /^(?:Connection terminated|Query read timeout|Client has encountered a connection error)/
// Class 08 is what a pooler between says of a server that it has lost.
const BROKEN = /^(?:08|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/

/** Whether an error of a statement tells that it was not done, and a retry may succeed. */
export function isPassing(error: unknown) {
  if (error instanceof WebhookError) return false
  return isOneOf(PASSING, error) || isBroken(error)
}

/** Whether the connection ended without a word from the server. */
export function isBroken(error: unknown) {
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  // What `pg` says of such a connection has no code.
  return code === '' ? LOST.test(error.message) : BROKEN.test(code)
}

/** Whether a statement was not even sent, because the connection had ended before. */
export function isUnsent(error: unknown) {
  return error instanceof Error && UNSENT.test(error.message)
}

/** Whether the server gave up a statement because it took too long. */
export function isTooLong(error: unknown) {
  return codeOf(error) === '57014'
}

/** SQLSTATEs, or their classes, of a server that stores nothing: a full disk, read-only, a broken disk. */
const REFUSALS = ['53100', '25006', '58030']
/**
 * Those that a single statement can bring about too: no memory or files, no right, no table, no end, or
 * something that should never happen.
 */
const PERHAPS = ['53', '58', 'XX', '42501', '42P01', '57014']

/** Whether a server says that it stores nothing. */
export function isRefusal(error: unknown) {
  return REFUSALS.includes(codeOf(error))
}

/** Whether it may be that a server stores nothing. */
export function mayBeRefusal(error: unknown) {
  return isOneOf(PERHAPS, error)
}

/** What the server or the driver says, with the SQLSTATE or the code of the system. */
export function wordsOf(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const { cause, message } = error
  if (error instanceof WebhookError && cause !== undefined) return wordsOf(cause)
  const code = codeOf(error)
  return code === '' || message.includes(code) ? message : `${message} (${code})`
}

/** Whether a value is a text with a NUL, also in JSON, which no column can hold and no row has. */
export function isNoText(error: unknown) {
  return ['22021', '22P05'].includes(codeOf(error))
}

function isOneOf(states: readonly string[], error: unknown) {
  return states.some((start) => codeOf(error).startsWith(start))
}

function codeOf(error: unknown) {
  return error instanceof Error ? String(Reflect.get(error, 'code') ?? '') : ''
}

export function unavailable(cause: unknown): WebhookError {
  return new WebhookError('storage_unavailable', { retryAfterSeconds: 1, cause })
}

/** Logs why old rows are still there, unless all else fails too. */
export function sweepFailed(log: HookLog): (error: unknown) => void {
  return (error) => {
    if (!isUnavailable(error)) log('warn', 'old rows could not be deleted', { error })
  }
}

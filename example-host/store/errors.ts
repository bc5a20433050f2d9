import { type HookLog, WebhookError } from 'express-incoming-webhooks'

/** A file of the store is damaged so that messages may be missing. The store does not start and changes nothing. */
export class StoreCorrupt extends Error {
  override readonly name = 'StoreCorrupt'
  readonly file: string
  /** Null when the fault is the whole file's. */
  readonly offset: number | null

  constructor(file: string, offset: number | null, reason: string, recovery: string) {
    super(`${file}: ${reason}${offset === null ? '' : ` at byte ${offset}`}. ${recovery}`)
    this.file = file
    this.offset = offset
  }
}

/** Another process has the store open. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse'
  readonly pid: number | null

  constructor(directory: string, owner: { pid: number; startedAt: string } | null) {
    const who = owner ? `process ${owner.pid} (since ${owner.startedAt})` : 'another process'
    super(`The store ${directory} is in use by ${who}`)
    this.pid = owner?.pid ?? null
  }
}

/**
 * The disk failed so that nobody knows what it kept. The write that this is thrown for may or may not
 * be there after a restart; the store takes no more.
 */
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed'
}

/** A name or address that must be unique is taken. */
export class StoreConflict extends Error {
  override readonly name = 'StoreConflict'
  readonly field: 'username' | 'email' | 'name'

  constructor(field: 'username' | 'email' | 'name') {
    super(`This ${field} is taken`)
    this.field = field
  }
}

/** Nothing was stored; a later try may succeed. */
export function unavailable(cause: unknown, retryAfterSeconds = 1): WebhookError {
  return new WebhookError('storage_unavailable', { retryAfterSeconds, cause })
}

/** Whether a store refuses for a while. It tells why itself, once. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof WebhookError && error.code === 'storage_unavailable'
}

/** Logs why something failed that matters little, unless the store refuses for a while. */
export function warning(log: HookLog, message: string) {
  return (error: unknown): void => {
    if (!isUnavailable(error)) log('warn', message, { reason: errorText(error) })
  }
}

/** The code of a failed system call, such as `ENOENT`; empty for other errors. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

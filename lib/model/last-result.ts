/**
 * What can become of a request. `refused`: nothing was stored. `failed`: it is unknown whether
 * something was.
 */
export const OUTCOMES = ['posted', 'skipped', 'refused', 'failed'] as const

/** What became of the last request of a webhook. */
export interface LastResult {
  /** When the request arrived, in milliseconds since 1970. */
  readonly at: number
  /**
   * `posted`, or `skipped` for an event that is not shown. `refused`: nothing was stored. `failed`: it
   * is unknown whether the message was stored.
   */
  readonly outcome: (typeof OUTCOMES)[number]
  /** The status of the response. */
  readonly status: number
  /** The error's `id`; `''` if there was none, or if the host's own error handler responded. */
  readonly errorId: string
  /** What exactly was wrong, at most 500 characters, without keys; `''` or absent if nothing is known. */
  readonly detail?: string | undefined
  /** The format that was recognised last, perhaps in an earlier request. Absent: none was. */
  readonly format?: string | undefined
  /** When a request was last accepted or skipped, as far as it was written. Absent: never. */
  readonly heardAt?: number | undefined
  /**
   * Since when the webhook was silent when that was told last, negative while it is being told; 0 once
   * something was heard again. Absent: it was never told.
   */
  readonly silentSince?: number | undefined
}

/** What became of the last request; null if there was none. */
export function resultIn(noted: NotedResult | null | undefined): LastResult | null {
  const { at, outcome, status, errorId } = noted ?? {}
  if (at === undefined || outcome === undefined || status === undefined) return null
  return { ...noted, at, outcome, status, errorId: errorId ?? '' }
}

/** What is noted of a webhook's requests: what is absent is not known yet. */
export type NotedResult = Partial<LastResult>

export function isOutcome(value: unknown): value is LastResult['outcome'] {
  return OUTCOMES.some((outcome) => outcome === value)
}

/** Whether a request was refused, or may not have been stored. */
export function isBadOutcome(value: unknown): boolean {
  return value === 'refused' || value === 'failed'
}

/** Whether the same request may be accepted in a while: it came over a limit, or the server failed. */
export function isForNow(status: number): boolean {
  return status === 429 || status >= 500
}

/** Whether a request with this status may have been stored. With 501 and 503 nothing is. */
export function isUnknown(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503
}

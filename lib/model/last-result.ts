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
}

export function isOutcome(value: unknown): value is LastResult['outcome'] {
  return OUTCOMES.some((outcome) => outcome === value)
}

/** Whether a request with this status may have been stored. With 501 and 503 nothing is. */
export function isUnknown(status: number): boolean {
  return status >= 500 && status !== 501 && status !== 503
}

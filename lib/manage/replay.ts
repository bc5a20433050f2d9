import type { Caller } from './choices.js'

/** What became of a request that was sent again: the response that its sender would have got. */
export interface ReplayResult {
  /** The status, such as 200. */
  readonly status: number
  /** The `id` of the error; `''` if it was accepted. */
  readonly errorId: string
  /** The error's message; `''` if it was accepted. */
  readonly message: string
  /** What is wrong and where; `''` if there is nothing to add to the message. */
  readonly detailedError: string
}

/** One of several requests that were sent again. */
export interface ReplayedRequest {
  /** The `id` of the request that was sent again. */
  readonly id: string
  /** The status of the response now. */
  readonly status: number
}

/** Sends requests of the log again, through the pipeline of today. */
export interface Replay {
  /**
   * One of them. Throws `delivery_not_found` if nothing of it is kept, and `delivery_delivered` if it was
   * delivered, unless it is asked for `again`.
   */
  one(
    caller: Caller,
    webhookId: string,
    deliveryId: string,
    options: { readonly again: boolean },
  ): Promise<ReplayResult>
  /** Those that were refused since then, in milliseconds since 1970, and are not delivered yet: at most 100. */
  refusedSince(
    caller: Caller,
    webhookId: string,
    since: number,
  ): Promise<readonly ReplayedRequest[]>
}

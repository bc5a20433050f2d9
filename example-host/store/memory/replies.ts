/** What was answered to a post. */
export interface Replies {
  readonly count: number
  /** 0 without any. */
  readonly lastAt: number
  /** The latest few authors, the last first. */
  readonly userIds: readonly string[]
}

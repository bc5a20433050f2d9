const EVERY_MS = 60_000

/** Deletes what is no longer needed, at most once a minute. */
export function createSweeper(
  work: (now: number) => Promise<unknown>,
): (now: number) => Promise<void> {
  let next = 0
  return async (now) => {
    if (now < next) return
    next = now + EVERY_MS
    await work(now)
  }
}

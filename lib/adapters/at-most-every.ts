/** Does some work, such as deleting what is no longer needed, at most once in this time. */
export function atMostEvery(
  milliseconds: number,
  work: (now: number) => Promise<unknown>,
): (now: number) => Promise<void> {
  let last = -Infinity
  return async (now) => {
    // A clock that was set back would keep it from working until it is as late again.
    if (now >= last && now - last < milliseconds) return
    last = now
    await work(now)
  }
}

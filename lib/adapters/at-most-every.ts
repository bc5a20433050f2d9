/** Does some work, such as deleting what is no longer needed, at most once in this time. */
export function atMostEvery(
  milliseconds: number,
  work: (now: number) => Promise<unknown>,
): (now: number) => Promise<void> {
  let next = 0
  return async (now) => {
    if (now < next) return
    next = now + milliseconds
    await work(now)
  }
}

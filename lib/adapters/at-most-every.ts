/** Starts some work that nobody waits for, unless it is still under way. `failed` is told why it failed. */
export function inBackground<Given extends readonly unknown[]>(
  work: (...given: Given) => Promise<unknown>,
  failed: (error: unknown) => void = () => undefined,
): (...given: Given) => void {
  let isRunning = false
  const run = async (given: Given): Promise<void> => {
    if (isRunning) return
    isRunning = true
    try {
      await work(...given)
    } catch (error) {
      failed(error)
    } finally {
      isRunning = false
    }
  }
  return (...given) => void run(given)
}

/** Starts some work, such as deleting what is no longer needed, at most once in this time. */
export function atMostEvery(
  milliseconds: number,
  work: (now: number) => Promise<unknown>,
  failed?: (error: unknown) => void,
): (now: number) => void {
  const start = inBackground(work, failed)
  let last = -Infinity
  return (now) => {
    // A clock that was set back would keep it from working until it is as late again.
    if (now >= last && now - last < milliseconds) return
    last = now
    start(now)
  }
}

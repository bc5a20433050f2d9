/** Long enough for the slowest machine: only what never comes about waits for it. */
const PATIENCE_MS = 120_000
const FIRST_LOOK_MS = 2
const LAST_LOOK_MS = 100
/** Looks cost others their time: the longer it takes, the fewer there are. */
const LONGER = 1.25
// Taken now: a test may put another clock in their place.
const { setTimeout } = globalThis
const now = performance.now.bind(performance)

/** Looks again and again until it is so. For what tells of itself by an event, wait for the event. */
export async function until(what: string, isSo: () => unknown): Promise<void> {
  const end = now() + PATIENCE_MS
  let pause = FIRST_LOOK_MS
  while (!(await isSo())) {
    if (now() > end) throw new Error(`within ${PATIENCE_MS / 1000} s it did not come: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * LONGER, LAST_LOOK_MS)
  }
}

/** The result of the first attempt that does not fail. Fails as the last one did. */
export async function soon<Result>(what: string, attempt: () => Promise<Result>): Promise<Result> {
  const results: Result[] = []
  let failure: unknown
  try {
    await until(what, async () => {
      try {
        results.push(await attempt())
      } catch (error) {
        failure = error
        return false
      }
      return true
    })
  } catch (late) {
    throw failure ?? late
  }
  const [result] = results
  if (result === undefined) throw new Error(`${what}: no result`)
  return result
}

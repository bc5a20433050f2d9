import { atMostEvery } from '../at-most-every.js'

const EVERY_MS = 60_000

/** Deletes what is no longer needed, at most once a minute. */
export function createSweeper(
  work: (now: number) => Promise<unknown>,
): (now: number) => Promise<void> {
  return atMostEvery(EVERY_MS, work)
}

import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/** One slice of long work per round of the event loop, for all callers together. */
export async function turn(): Promise<void> {
  last = last.then(() => setImmediate())
  await last
}

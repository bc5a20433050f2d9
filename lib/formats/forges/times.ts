import { between, duration } from '../drafts/times.js'

/** Shorter is a test, or a program that opens and closes. */
const SHORTEST = 60_000

/** `open for 2 d 3 h`. */
export function openFor(start: number | null, end: number | null): string {
  const age = between(start, end)
  return age === null || age < SHORTEST ? '' : `open for ${duration(age)}`
}

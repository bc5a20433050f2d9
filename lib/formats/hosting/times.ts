import { duration } from '../drafts/times.js'

/** Shorter is a test, or a program that opens and closes. */
const SHORTEST = 60_000

/** Between two times, if both are known and in order. */
export function between(start: number | null, end: number | null): number | null {
  return start === null || end === null || end < start ? null : end - start
}

/** `open for 2 d 3 h`. */
export function openFor(start: number | null, end: number | null): string {
  const age = between(start, end)
  return age === null || age < SHORTEST ? '' : `open for ${duration(age)}`
}

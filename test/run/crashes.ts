import { existsSync, readFileSync } from 'node:fs'

/** Where the workers of a run note that they end unexpectedly, beside the file of their times. */
export function crashesBeside(times: string): string {
  return `${times}-crashes`
}

/** How many of them did. */
export function crashesIn(times: string): number {
  const file = crashesBeside(times)
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0
}

/** Rows that are searched for a part that no index finds. */
export const SEARCHED_FIRST = 10_000

/** Whether an index of trigrams can find a text by this part of it. */
export function hasTrigram(part: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(part)
}

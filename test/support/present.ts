/** What a test has made itself, so that it must be there. */
export function present<T>(record: T | null | undefined): T {
  if (record === null || record === undefined) throw new Error('what was made is not found')
  return record
}

/** The names of members, written as words with white space between them. */
export function memberNames(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

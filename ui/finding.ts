/**
 * Whether a name contains a query, or has words that begin with each of its words: `pay al` finds
 * `payments alerts`.
 */
export function finds(query: string, name: string): boolean {
  const [wanted, text] = [query.trim().toLowerCase(), name.toLowerCase()]
  if (text.includes(wanted)) return true
  const words = wordsOf(text)
  return wordsOf(wanted).every((word) => words.some((each) => each.startsWith(word)))
}

/** The longest word of a query, for a server that looks for one. */
export function longestWord(query: string): string {
  return wordsOf(query).reduce(
    (longest, word) => (word.length > longest.length ? word : longest),
    '',
  )
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[^\s._/-]+/g) ?? [text]
}

import table from 'emoji-table'

const CHARACTERS = new Map<string, string>()
for (const line of table.split('\n')) {
  const [character = '', ...names] = line.split(' ')
  for (const name of names) CHARACTERS.set(name, character)
}

/** The character that a name such as `thumbsup` stands for; undefined for names that are none. */
export function emojiNamed(name: string): string | undefined {
  return CHARACTERS.get(name.toLowerCase())
}

/** Names that begin so, then those that hold it. */
export function findEmoji(part: string, limit: number): readonly (readonly [string, string])[] {
  const wanted = part.toLowerCase()
  const all = [...CHARACTERS].filter(([name]) => name.includes(wanted))
  const rank = (name: string): number => (name.startsWith(wanted) ? 0 : 1)
  return all.sort(([a], [b]) => rank(a) - rank(b) || a.length - b.length).slice(0, limit)
}

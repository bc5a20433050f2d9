/** The first letters of up to two words: `GH` of `GitHub`, `DA` of `disk alerts`, `S31` of `Service 231`. */
export function initials(name: string): string {
  const [first = name, second] = name
    .split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .filter((word) => word !== '')
  const letters = Array.from(first)
  const pair = second === undefined ? letters.slice(0, 2) : [letters[0], secondOf(second)]
  return pair.join('').toUpperCase()
}

/** Numbers that follow each other begin alike. */
function secondOf(word: string) {
  return /^\d+$/.test(word) ? word.slice(-2) : Array.from(word)[0]
}

/** A colour number from 1 to 6, always the same for a name. */
export function shade(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return (sum % 6) + 1
}

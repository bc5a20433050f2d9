/** Longer names are not compared, because the work grows with the product of two lengths. */
const MAX_LENGTH = 64
const MAX_DISTANCE = 2

/** The name that was probably meant: it differs by few letters, or contains the text; null for none. */
export function closestName(text: string, names: readonly string[]): string | null {
  if (text.length > MAX_LENGTH) return null
  const meant = text.toLowerCase()
  const [first] = names
    .map((name) => ({ name, distance: distanceOf(meant, name.toLowerCase()) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE && distance < meant.length / 2)
    .sort((a, b) => a.distance - b.distance)
  if (first) return first.name
  const containing = names.filter((name) => name.toLowerCase().includes(meant))
  return meant.length > MAX_DISTANCE ? (containing[0] ?? null) : null
}

/** How many letters must be inserted, removed or replaced to turn one text into the other. */
function distanceOf(a: string, b: string) {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (const [at, letter] of Array.from(a).entries()) {
    const next = [at + 1]
    for (const [column, other] of Array.from(b).entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

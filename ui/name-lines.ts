/** A text, such as a character, and its names. */
export type Named = readonly [text: string, ...names: string[]]

const JOINED = '+'

/**
 * A table of names as a page contains it, with a line per text. A single character is written as its distance
 * from the previous one (empty for 1), because most are consecutive. Compressed, this is a fifth smaller than
 * the characters.
 */
export function writeNames(all: readonly Named[]): string {
  let before = 0
  return [...all]
    .sort(([a], [b]) => codePointOf(a) - codePointOf(b))
    .map(([text, ...names]) => {
      if (Array.from(text).length > 1) return [JOINED + text, ...names].join(' ')
      const distance = codePointOf(text) - before
      before += distance
      return [distance === 1 ? '' : distance.toString(36), ...names].join(' ')
    })
    .join('\n')
}

/** The texts of the table, by name. */
export function readNames(table: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  let code = 0
  for (const line of table.split('\n')) {
    const [written = '', ...names] = line.split(' ')
    const isJoined = written.startsWith(JOINED)
    if (!isJoined) code += written === '' ? 1 : parseInt(written, 36)
    const text = isJoined ? written.slice(JOINED.length) : String.fromCodePoint(code)
    for (const name of names) texts.set(name, text)
  }
  return texts
}

function codePointOf(text: string) {
  return text.codePointAt(0) ?? 0
}

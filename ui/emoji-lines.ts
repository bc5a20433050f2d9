/** An emoji and its names. */
export type NamedEmoji = readonly [character: string, ...names: string[]]

const JOINED = '+'
const AS_PICTURE = '\u{fe0f}'

/**
 * The table as a page contains it, with a line per emoji. A single character is written as its distance from the
 * previous one (empty for 1), because most are consecutive. Compressed, this is a fifth smaller than the characters.
 */
export function writeEmojiTable(emoji: readonly NamedEmoji[]): string {
  let before = 0
  return [...emoji]
    .sort(([a], [b]) => codePointOf(a) - codePointOf(b))
    .map(([character, ...names]) => {
      if (!isSingle(character)) return [JOINED + character, ...names].join(' ')
      const distance = codePointOf(character) - before
      before += distance
      return [distance === 1 ? '' : distance.toString(36), ...names].join(' ')
    })
    .join('\n')
}

/** The characters of the table, by name. */
export function readEmojiTable(table: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>()
  let code = 0
  for (const line of table.split('\n')) {
    const [written = '', ...names] = line.split(' ')
    const isJoined = written.startsWith(JOINED)
    if (!isJoined) code += written === '' ? 1 : parseInt(written, 36)
    const character = isJoined ? written.slice(JOINED.length) : picture(String.fromCodePoint(code))
    for (const name of names) characters.set(name, character)
  }
  return characters
}

/** Whether an emoji is one character, with or without the emoji variation selector. */
export function isSingle(emoji: string): boolean {
  return Array.from(emoji.replace(AS_PICTURE, '')).length === 1
}

// Some characters are shown as text without the emoji variation selector.
function picture(character: string): string {
  return /^\p{Emoji_Presentation}$/u.test(character) ? character : character + AS_PICTURE
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

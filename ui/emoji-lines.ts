/** An emoji and the names that it has. */
export type NamedEmoji = readonly [character: string, ...names: string[]]

const JOINED = '+'
const AS_PICTURE = '\u{fe0f}'

/**
 * The table as a page carries it, a line for each emoji. One of a single character is written as its distance from
 * the one before it (nothing for 1): most follow each other. Packed, that is a fifth smaller than the characters.
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

/** The characters of the table by their names. */
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

/** Whether an emoji is one character, with or without the sign that asks for the picture. */
export function isSingle(emoji: string): boolean {
  return Array.from(emoji.replace(AS_PICTURE, '')).length === 1
}

// Some characters are shown as text unless they are asked for as a picture.
function picture(character: string): string {
  return /^\p{Emoji_Presentation}$/u.test(character) ? character : character + AS_PICTURE
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

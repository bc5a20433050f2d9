import { type Named, writeNames } from './name-lines.js'

const AS_PICTURE = '\u{fe0f}'

/** The table of emoji as a page contains it: single characters without the emoji variation selector. */
export function writeEmojiTable(emoji: readonly Named[]): string {
  return writeNames(emoji.map(([character, ...names]) => [bare(character), ...names]))
}

/** A character of the table as a picture: some are shown as text without the emoji variation selector. */
export function asPicture(character: string): string {
  const isText = isSingle(character) && !/^\p{Emoji_Presentation}$/u.test(character)
  return isText ? bare(character) + AS_PICTURE : character
}

/** Whether an emoji is one character, with or without the emoji variation selector. */
export function isSingle(emoji: string): boolean {
  return Array.from(emoji.replace(AS_PICTURE, '')).length === 1
}

function bare(emoji: string): string {
  return isSingle(emoji) ? emoji.replace(AS_PICTURE, '') : emoji
}

import { readEmojiTable } from './emoji-lines.js'
import { EMOJI_TABLE } from './emoji-table.js'

const CHARACTERS = readEmojiTable(EMOJI_TABLE)
/** A sequence of emoji parts, and what at least one of them is: digits and joiners are parts too. */
const PARTS = /^[\p{Extended_Pictographic}\p{Emoji_Component}]{1,16}$/u
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u{20e3}]/u

/** The sign of `:rocket:` or `rocket`, or the sign itself; null for names that are not known here. */
export function emojiOf(text: string): string | null {
  const name = text.trim().replace(/^:|:$/g, '')
  return CHARACTERS.get(name.toLowerCase()) ?? (isEmoji(name) ? name : null)
}

function isEmoji(text: string): boolean {
  return PARTS.test(text) && PICTURE.test(text)
}

/** Names that begin so, then those that hold it. */
export function findEmoji(part: string, limit: number): readonly (readonly [string, string])[] {
  const wanted = part.toLowerCase()
  const all = [...CHARACTERS].filter(([name]) => name.includes(wanted))
  const rank = (name: string): number => (name.startsWith(wanted) ? 0 : 1)
  return all.sort(([a], [b]) => rank(a) - rank(b) || a.length - b.length).slice(0, limit)
}

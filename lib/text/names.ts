import { MAX_NAME_LENGTH } from '../model/limits.js'
import { advance } from './code-points.js'

/** Controls, bidirectional marks, zero-width characters and line separators: they make one name look like another. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

/** A name as it may be shown: at most 64 code points, nothing invisible (contract, section 4). May be `''`. */
export function cleanName(name: string): string {
  // Cut first, so that a name as long as a body costs no more than a name.
  const cut = name.slice(0, advance(name, 0, MAX_NAME_LENGTH * 8))
  const visible = cut.replace(INVISIBLE, '').trim()
  return visible.slice(0, advance(visible, 0, MAX_NAME_LENGTH)).trim()
}

const EMOJI_NAME = /^:?[a-z0-9_+'.-]{1,64}:?$/i
const EMOJI_WITH_TONE = /^:[a-z0-9_+-]{1,64}::skin-tone-[2-6]:$/i

/** A sequence of emoji parts; whether a font draws it as one is the reader's matter. */
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Component}]{1,16}$/u

/** Whether a text names an emoji, with or without colons, or is one. */
export function isEmoji(text: string): boolean {
  if (text.length > 100) return false
  return EMOJI_NAME.test(text) || EMOJI_WITH_TONE.test(text) || EMOJI.test(text)
}

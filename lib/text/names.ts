import { MAX_NAME_LENGTH } from '../model/limits.js'
import { advance } from './code-points.js'

/**
 * Emoji in which joiners, variation selectors and tags are visible. After other characters, such as a
 * digit, a selector would make a second name that looks the same.
 */
const PICTOGRAPH = String.raw`(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f?)\p{Emoji_Modifier}?`
const KEYCAP = String.raw`[0-9#*]\ufe0f\u20e3`
const REGION_FLAG = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{4,6}\u{e007f}`
const EMOJI_SEQUENCE = `${REGION_FLAG}|${KEYCAP}|${PICTOGRAPH}(?:\\u200d${PICTOGRAPH})*`
/**
 * Controls, lone surrogates, line separators and invisible characters: zero-width characters,
 * bidirectional marks, fillers, selectors and tags. The last few are blank although Unicode does not
 * classify them as ignorable.
 */
const INVISIBLE = String.raw`[\p{Cc}\p{Cs}\u2028\u2029\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc\u{13430}-\u{13442}\u{16fe4}\u{1d159}]`
const EMOJI_OR_INVISIBLE = new RegExp(`(${EMOJI_SEQUENCE})|${INVISIBLE}`, 'gu')

/** The text without invisible characters. Emoji and white space are kept. */
export function withoutInvisible(text: string): string {
  return text.replace(EMOJI_OR_INVISIBLE, (_, emoji: string | undefined) => emoji ?? '')
}

/** A name that is safe to show: one line, without invisible characters or lone surrogates. May be `''`. */
export function cleanName(name: string): string {
  return withoutInvisible(name).trim()
}

/** A clean name of at most 64 code points. */
export function shortName(name: string): string {
  // Cut first, so that a very long name costs no more than a normal one.
  const some = name.slice(0, advance(name, 0, MAX_NAME_LENGTH * 8))
  const visible = cleanName(some)
  // The cut can leave a trailing joiner.
  return cleanName(visible.slice(0, advance(visible, 0, MAX_NAME_LENGTH)))
}

const EMOJI_NAME = /^:?[a-z0-9_+'.-]{1,64}:?$/i
const EMOJI_WITH_TONE = /^:[a-z0-9_+-]{1,64}::skin-tone-[2-6]:$/i

/** A sequence of emoji parts. Fonts may or may not show it as one emoji. */
const EMOJI = /^[\p{Extended_Pictographic}\p{Emoji_Component}]{1,16}$/u

/** Whether a text is an emoji or the name of one, with or without colons. */
export function isEmoji(text: string): boolean {
  return EMOJI_NAME.test(text) || EMOJI_WITH_TONE.test(text) || EMOJI.test(text)
}

/** Without the characters by which a text could control the terminal. */
export function printable(text: string): string {
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '')
}

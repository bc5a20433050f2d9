import { type Named, readNames, writeNames } from './name-lines.js'

const AS_PICTURE = '\u{fe0f}'
const FIRST_LETTER = 0x1f1e6
const COUNTRY = /^[a-z]{2}$/

/**
 * The table of emoji as a page contains it: single characters without the emoji variation selector, and flags
 * as the letters of their countries, without their names such as `flag-it`.
 */
export function writeEmojiTable(emoji: readonly Named[]): string {
  return writeNames(emoji.map(asLine))
}

function asLine([character, ...names]: Named): Named {
  const country = countryOf(character)
  const others = names.filter((name) => name !== flagName(country))
  const isNamedSo = others.length > 0 && others.length < names.length
  return isNamedSo ? [country, ...others] : [bare(character), ...names]
}

/** The characters of the table, by name. */
export function readEmojiTable(table: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>()
  for (const [name, text] of readNames(table)) {
    if (COUNTRY.test(text)) {
      characters.set(name, flagOf(text)).set(flagName(text), flagOf(text))
    } else characters.set(name, text)
  }
  return characters
}

function flagName(country: string): string {
  return `flag-${country}`
}

function flagOf(country: string): string {
  return String.fromCodePoint(...letters(country).map((at) => FIRST_LETTER + at))
}

function letters(country: string): number[] {
  return Array.from(country, (letter) => parseInt(letter, 36) - 10)
}

/** The letters of a flag; something else for what is none. */
function countryOf(flag: string): string {
  return Array.from(flag, (part) =>
    ((part.codePointAt(0) ?? 0) - FIRST_LETTER + 10).toString(36),
  ).join('')
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

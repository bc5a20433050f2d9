import { readNames } from './name-lines.js'

/** The bundler of the chat fills it in, in the format of name-lines.ts. */
declare const EMOJI_TABLE: string | undefined

let characters: ReadonlyMap<string, string> | null = null
/** A sequence of emoji parts. Digits and joiners are parts too, so at least one must be a pictograph. */
const PARTS = /^[\p{Extended_Pictographic}\p{Emoji_Component}]{1,16}$/u
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}\u{20e3}]/u

/** Slack writes `+1::skin-tone-4`, counted from 2, and others `thumbsup_tone3`, counted from 1. */
const TONE = /^(.+?)(?:::skin-tone-([2-6])|_tone([1-5]))$/i
const LIGHTEST = 0x1f3fb

/** Takes the names of emoji, for a page whose bundle has none. */
export function learnEmoji(table: string): void {
  characters = readNames(table)
}

/** The emoji of `:rocket:`, `rocket` or the emoji itself; null for unknown names. */
export function emojiOf(text: string): string | null {
  const name = text.trim().replace(/^:|:$/g, '')
  return namedEmoji(name) ?? (isEmoji(name) ? name : tonedEmoji(name))
}

function namedEmoji(name: string) {
  return table().get(name.toLowerCase()) ?? null
}

/** Read when it is first needed, as that takes some milliseconds. */
function table(): ReadonlyMap<string, string> {
  characters ??= readNames(typeof EMOJI_TABLE === 'undefined' ? '' : EMOJI_TABLE)
  return characters
}

function tonedEmoji(name: string) {
  const [, base = '', slacks, others] = TONE.exec(name) ?? []
  const emoji = namedEmoji(base)
  if (emoji === null) return null
  const tone = LIGHTEST + (slacks === undefined ? Number(others) - 1 : Number(slacks) - 2)
  return emoji.replace(/^(\p{Emoji_Modifier_Base})\ufe0f?/u, `$1${String.fromCodePoint(tone)}`)
}

function isEmoji(text: string) {
  return PARTS.test(text) && PICTURE.test(text)
}

/** Names that begin with the text, then names that contain it. */
export function findEmoji(part: string, limit: number): readonly (readonly [string, string])[] {
  const wanted = part.toLowerCase()
  const all = [...table()].filter(([name]) => name.includes(wanted))
  const rank = (name: string) => (name.startsWith(wanted) ? 0 : 1)
  return all.sort(([a], [b]) => rank(a) - rank(b) || a.length - b.length).slice(0, limit)
}

import { emojiOf } from 'express-incoming-webhooks-ui/emoji'
import { withoutEntities } from './markdown.js'

/** `:rocket:`, `:+1::skin-tone-4:`. */
export const EMOJI_NAME = /:([a-z0-9_+-]{1,64}(?:::skin-tone-[2-6])?):/gi

/** A title or name, which is not Markdown: only emoji and entities mean something in it. */
export function plainWords(text: string): string {
  return withoutEntities(text).replace(EMOJI_NAME, (whole, name: string) => emojiOf(name) ?? whole)
}

const MOST_ALONE = 27

/** Whether a text is nothing but a few emoji. */
export function isOnlyEmoji(text: string): boolean {
  const rest = text.trim()
  if (rest === '' || rest.length > MOST_ALONE * 32) return false
  const named = rest.replace(EMOJI_NAME, (whole, name: string) => emojiOf(name) ?? whole)
  const characters = [...new Intl.Segmenter().segment(named)].map(({ segment }) => segment.trim())
  const shown = characters.filter((each) => each !== '')
  return shown.length <= MOST_ALONE && shown.every((each) => isPicture(each))
}

function isPicture(character: string): boolean {
  return !/^[\p{L}\p{N}\p{P}]$/u.test(character) && emojiOf(character) !== null
}

export type Direction = 'ltr' | 'rtl'

const LETTER = /\p{L}/u
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** The direction of a text: that of its first letter. Null without letters. */
export function directionOf(text: string): Direction | null {
  const [letter] = LETTER.exec(text) ?? []
  if (letter === undefined) return null
  return RIGHT_TO_LEFT.test(letter) ? 'rtl' : 'ltr'
}
